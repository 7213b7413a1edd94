"""The report: one page that says what a model understands and what it does not, and how sure we are."""

from __future__ import annotations

from nonliteral.reporting.page import Report, write_report

__all__ = ["Report", "write_report"]
