"""What is checked of an item while it is written: pure functions over a draft and an `Evidence` view.

A check explains and offers a repair; it never forbids. Tiers and measured error rates are in
docs/authoring-checks.md.
"""
