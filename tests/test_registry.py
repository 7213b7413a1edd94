"""Names of parts: found, suggested when misspelt, and open to other people's code."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonliteral import registry
from nonliteral.errors import InputError, UnknownNameError


@pytest.mark.parametrize("kind", list(registry.BUILT_IN))
def test_every_registered_name_leads_to_something(kind: registry.Kind) -> None:
    for name in registry.BUILT_IN[kind]:
        assert registry.resolve(kind, name) is not None


def test_a_misspelt_name_gets_the_nearest_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"no data set called 'impres'\. Did you mean imppres"):
        registry.resolve("readers", "impres")


def test_a_name_like_nothing_gets_the_whole_list() -> None:
    with pytest.raises(UnknownNameError, match=r"Known: .*impli"):
        registry.resolve("readers", "zzzzzz")


def test_an_object_of_the_users_own_is_found_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_parts.py").write_text("class Box:\n    reader = 'mine'\n")
    monkeypatch.chdir(tmp_path)
    assert registry.resolve("readers", "py:my_parts:Box.reader") == "mine"
    with pytest.raises(InputError, match="has no 'nothing'"):
        registry.resolve("readers", "py:my_parts:nothing")
    with pytest.raises(InputError, match="no module 'no_such_parts'"):
        registry.resolve("readers", "py:no_such_parts:x")
    with pytest.raises(InputError, match="must have the form module:attribute"):
        registry.resolve("readers", "py:my_parts")


def test_a_fault_inside_the_users_module_is_shown_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needs_more.py").write_text("import something_not_installed\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="something_not_installed"):
        registry.resolve("readers", "py:needs_more:x")


def test_plug_ins_of_other_packages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plug.py").write_text("part = 'plugged'\n")
    information = tmp_path / "plug-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[nonliteral.readers]\nfrom-plug = plug:part\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.plug_ins.cache_clear()
    try:
        assert "from-plug" in registry.names("readers")
        assert registry.resolve("readers", "from-plug") == "plugged"
    finally:
        registry.plug_ins.cache_clear()
