"""Where each suite keeps its items: the name of the table, and what its columns of keys mean, by the suite's name."""

ITEM_TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "cvlat": ("items", {"visual_index": "visual answer", "factual_index": "factual answer", "omit_index": "declines"}),
    "prive": ("prive_items", {"correct_index": "correct answer", "biased_index": "answer that memory gives"}),
    "scifig": ("scifig_items", {}),
}
