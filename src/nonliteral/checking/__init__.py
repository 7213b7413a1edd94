"""Defects and giveaways of a suite: what a careful reader would refuse, found before anybody is scored."""
