"""Who answers which item: places, leases, the order, and what somebody has seen before."""
