"""Evidence views: pictures made from a stimulus that point at a region of it, or show it closer."""
