from pages.research.attempt_table import COLUMNS_PX

# The page has 32 px on either side; the table's own frame takes 2.
ROOM_IN_1280_PX = 1280 - 2 * 32 - 2


def test_all_columns_of_the_attempts_fit_a_window_of_1280():
    assert sum(COLUMNS_PX.values()) <= ROOM_IN_1280_PX
