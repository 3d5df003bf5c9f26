import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from db.errors import AppError, Conflict, NotFound
from index.collection import open_index
from index.image_cache import ImageCache
from index.pdf.limits import Limits
from index.render_queue import DrawingFailed, RenderQueue, WantedPage
from index.rendering import PageRenderer
from tests.pdfs import endless_pdf_bytes, write_pdf

SHA = "ab" + "0" * 62


@pytest.fixture(scope="module")
def renderer(tmp_path_factory):
    running = PageRenderer(tmp_path_factory.mktemp("images"), n_workers=2)
    running.start()
    yield running
    running.stop()


def wanted(page=1, sha256=SHA):
    return WantedPage(sha256, page, 144, "a.pdf", Path("a.pdf"))


def workers_of_this_test():
    children = Path("/proc/self/task").glob("*/children")
    pids = [int(pid) for child in children for pid in child.read_text().split()]
    return {pid for pid in pids if b"index.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def test_a_page_image_is_a_jpeg_of_the_page_as_it_is_seen(renderer, small_index):
    path = renderer.page_image(small_index.index, "turned.pdf", 2)
    with Image.open(path) as image:
        assert (image.format, image.size) == ("JPEG", (1584, 1224))
    assert renderer.page_image(small_index.index, "turned.pdf", 2) == path
    assert not list(path.parent.glob("*.unfinished"))


def test_many_threads_get_the_page_they_asked_for(renderer, small_index):
    pages = [1, 2, 3, 4] * 4
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(lambda page: renderer.page_image(small_index.index, "turned.pdf", page), pages))
    assert [int(path.name.split("-")[0]) for path in paths] == pages


def test_looking_ahead_draws_the_neighbours(renderer, small_index):
    renderer.look_ahead(small_index.index, "scan.pdf", 2)
    paths = [renderer.page_image(small_index.index, "scan.pdf", page) for page in (1, 3, 4)]
    assert all(path.is_file() for path in paths)


@pytest.mark.parametrize(
    ("document", "page"), [("../scan.pdf", 1), ("/etc/hosts", 1), ("scan.pdf", 5), ("scan.pdf", 0)]
)
def test_only_known_pages_are_drawn(renderer, small_index, document, page):
    with pytest.raises(NotFound):
        renderer.page_image(small_index.index, document, page)


def test_a_removed_picture_is_drawn_again(renderer, small_index):
    path = renderer.page_image(small_index.index, "turned.pdf", 1)
    path.unlink()
    assert renderer.page_image(small_index.index, "turned.pdf", 1).is_file()


def test_drawing_survives_the_death_of_its_workers(tmp_path, small_index):
    before = workers_of_this_test()
    renderer = PageRenderer(tmp_path / "images", n_workers=2)
    renderer.start()
    renderer.warm_up()
    # A process that was just started has no name yet.
    while len(workers := workers_of_this_test() - before) < 2:
        pass
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    paths = [renderer.page_image(small_index.index, "turned.pdf", page) for page in (1, 2, 3, 4)]
    assert all(path.is_file() for path in paths)
    renderer.stop()
    assert workers_of_this_test() == before


def test_workers_start_with_the_first_page_and_not_before(tmp_path, small_index):
    before = workers_of_this_test()
    renderer = PageRenderer(tmp_path / "images", n_workers=2)
    renderer.start()
    assert workers_of_this_test() == before
    assert renderer.page_image(small_index.index, "turned.pdf", 1).is_file()
    assert len(workers_of_this_test() - before) == 1
    renderer.stop()
    assert workers_of_this_test() == before


def test_a_changed_or_missing_file_is_said_in_a_sentence(tmp_path, build, renderer):
    path = write_pdf(tmp_path / "corpus/a.pdf", ["before", "second"])
    build(tmp_path / "corpus", tmp_path / "demo")
    index = open_index(str(tmp_path / "demo"))
    assert renderer.page_image(index, "a.pdf", 1).is_file()
    write_pdf(path, ["after", "second"])
    with pytest.raises(Conflict, match=r"'a\.pdf' has changed since") as changed:
        renderer.page_image(index, "a.pdf", 2)
    path.unlink()
    with pytest.raises(NotFound, match=r"'a\.pdf' is not where it was") as gone:
        renderer.page_image(index, "a.pdf", 2)
    assert not any(str(tmp_path) in error.value.user_message for error in (changed, gone))
    index.close()


def test_a_page_that_never_ends_is_refused_and_not_tried_for_everybody(tmp_path, build):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/endless.pdf").write_bytes(endless_pdf_bytes(n_good=2))
    impatient = Limits(text_s=1.5, picture_s=1.5, render_s=1.5)
    build(tmp_path / "corpus", tmp_path / "demo", limits=impatient)
    index = open_index(str(tmp_path / "demo"))
    renderer = PageRenderer(tmp_path / "images", n_workers=1, limits=impatient)
    renderer.start()
    for _ in range(2):
        with pytest.raises(DrawingFailed, match="takes too long"):
            renderer.page_image(index, "endless.pdf", 2)
    assert renderer.page_image(index, "endless.pdf", 3).is_file()
    renderer.stop()
    index.close()


def test_a_renderer_that_is_not_running_says_so(tmp_path, small_index):
    renderer = PageRenderer(tmp_path / "images")
    with pytest.raises(DrawingFailed, match="not running"):
        renderer.page_image(small_index.index, "turned.pdf", 1)
    renderer.look_ahead(small_index.index, "turned.pdf", 1)


def test_a_renderer_starts_again_after_it_was_stopped(tmp_path, small_index):
    renderer = PageRenderer(tmp_path / "images", n_workers=1)
    for page in (1, 2):
        renderer.start()
        renderer.start()
        assert renderer.page_image(small_index.index, "turned.pdf", page).is_file()
        renderer.stop()
        renderer.stop()


def test_the_cache_keeps_within_its_bytes_and_drops_what_was_used_longest_ago(tmp_path):
    cache = ImageCache(tmp_path, max_bytes=250)
    for page in (1, 2):
        cache.put(SHA, page, 144, b"x" * 100)
    assert cache.find(SHA, 1, 144) is not None
    cache.put(SHA, 3, 144, b"x" * 100)
    assert [page for page in (1, 2, 3) if cache.find(SHA, page, 144)] == [1, 3]
    assert cache.n_bytes == 200


def test_the_cache_knows_after_a_restart_what_was_used_last(tmp_path):
    first = ImageCache(tmp_path, max_bytes=10_000)
    paths = [first.put(SHA, page, 144, b"x" * 100) for page in (1, 2, 3)]
    for age, path in zip((1, 3, 2), paths, strict=True):
        os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    (paths[0].parent / "half.unfinished").write_bytes(b"half")
    second = ImageCache(tmp_path, max_bytes=250)
    second.put(SHA, 4, 144, b"x" * 100)
    assert [page for page in (1, 2, 3, 4) if second.find(SHA, page, 144)] == [1, 4]
    assert not list(tmp_path.rglob("*.unfinished"))


def test_the_cache_replaces_a_picture_without_counting_it_twice(tmp_path):
    cache = ImageCache(tmp_path, max_bytes=1000)
    for _ in range(3):
        cache.put(SHA, 1, 144, b"x" * 100)
    assert cache.n_bytes == 100


def test_the_queue_serves_readers_first_and_the_latest_neighbour_next():
    queue = RenderQueue()
    queue.open()
    for page, urgency in ((1, "ahead"), (2, "ahead"), (3, "now"), (4, "now"), (1, "now")):
        queue.ask(wanted(page), urgency)
    assert [queue.take("ahead")[0].page for _ in range(4)] == [3, 4, 1, 2]


def test_the_queue_gives_everybody_who_asks_for_a_page_the_same_answer():
    queue = RenderQueue()
    queue.open()
    ahead = queue.ask(wanted(), "ahead")
    assert queue.ask(wanted(), "now") is ahead
    page, answer = queue.take("now")
    assert answer is ahead
    assert queue.ask(wanted(), "now") is ahead
    queue.done(page)
    assert queue.ask(wanted(), "now") is not ahead


def test_the_queue_forgets_neighbours_of_long_ago():
    queue = RenderQueue()
    queue.open()
    for page in range(1, 101):
        queue.ask(wanted(page), "ahead")
    queue.ask(wanted(500), "now")
    assert [queue.take("ahead")[0].page for _ in range(33)] == [500, *range(100, 68, -1)]


def test_closing_the_queue_tells_whoever_waits():
    queue = RenderQueue()
    queue.open()
    answer = queue.ask(wanted(), "now")
    taken = []
    server = threading.Thread(target=lambda: taken.append(queue.take("now") and queue.take("now")))
    server.start()
    other = queue.ask(wanted(2), "ahead")
    queue.close()
    server.join()
    assert taken == [None]
    assert isinstance(other.exception(timeout=5), AppError)
    assert answer.done() is False or isinstance(answer.exception(), AppError)
