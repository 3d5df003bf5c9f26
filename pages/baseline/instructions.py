"""What a participant is told before the first item. Its hash is logged when it is shown."""

from __future__ import annotations

INSTRUCTIONS = """
**For each question**

1. **Search** the collection. Words are combined with AND; `OR`, `NOT`, `"phrases"` and `*` work too.
2. **Read** the pages. You can turn pages freely once a document is open.
3. **Mark** the pages that prove your answer (key `e`). Mark as few as are needed, but all that are needed.
4. **Answer** in as few words as possible, as the document puts it. Use a separate part for each element
   of a list. Say how sure you are.
5. **Submit.** An answer cannot be changed afterwards. If you cannot find it, say so.

Take the answer from the documents only, even if you know it otherwise. Every search and every page view
is recorded with its time; this is what the study is about. The working time runs while a question is open,
also in a hidden tab. Use *Pause* when you are interrupted: the clock stops.

Everything is saved as you go. If something breaks, open your invitation link again and go on.
Press `?` at any time for the keys and the query language.
"""
