"""Messages as msgpack bytes, with the bytes of unchanged objects remembered.

Most of a message are objects that did not change since the last one; only ``visible``,
``isInteractable`` and ``distance`` depend on the observer.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import msgpack

__all__ = ["MessagePacker"]

_OBSERVED = ("visible", "isInteractable", "distance")


class MessagePacker:
    """Pack messages of one engine."""

    def __init__(self) -> None:
        self._packer = msgpack.Packer(use_bin_type=True, autoreset=True)
        self._known: dict[str, tuple[Any, bytes]] = {}
        visible, touched, distance = (self._packer.pack(key) for key in _OBSERVED)
        self._flags = {
            (seen, near): visible + (b"\xc3" if seen else b"\xc2")
            + touched + (b"\xc3" if near else b"\xc2") + distance + b"\xcb"
            for seen in (False, True) for near in (False, True)
        }

    def pack(self, message: Mapping[str, Any], records: Mapping[str, Mapping[str, Any]]) -> bytes:
        """Pack a message; ``records`` are the engine's own records by objectId.

        A record that is the same object as last time is taken not to have changed.
        """
        parts = [self._map(len(message))]
        for key, value in message.items():
            parts.append(self._packer.pack(key))
            if key == "agents":
                parts.append(self._array(len(value)))
                for agent in value:
                    self._agent(parts, agent, records)
            else:
                parts.append(self._packer.pack(value))
        return b"".join(parts)

    def _agent(
        self, parts: list[bytes], agent: Mapping[str, Any],
        records: Mapping[str, Mapping[str, Any]],
    ) -> None:
        parts.append(self._map(len(agent)))
        for key, value in agent.items():
            parts.append(self._packer.pack(key))
            if key != "objects":
                parts.append(self._packer.pack(value))
                continue
            parts.append(self._array(len(value)))
            for record in value:
                parts.append(self._fixed(record, records))
                parts.append(self._flags[record["visible"], record["isInteractable"]])
                parts.append(struct.pack(">d", record["distance"]))

    def _fixed(
        self, record: Mapping[str, Any], records: Mapping[str, Mapping[str, Any]]
    ) -> bytes:
        """Header and all entries but the observed ones."""
        name = record["objectId"]
        source = records.get(name)
        known = self._known.get(name)
        if known is not None and source is not None and known[0] is source:
            return known[1]
        entries = {k: v for k, v in record.items() if k not in _OBSERVED}
        packed: bytes = self._packer.pack(entries)
        header = self._map(len(entries) + len(_OBSERVED))
        body = header + packed[len(self._map(len(entries))):]
        if source is not None:
            self._known[name] = (source, body)
        return body

    def _map(self, size: int) -> bytes:
        header: bytes = self._packer.pack_map_header(size)
        return header

    def _array(self, size: int) -> bytes:
        header: bytes = self._packer.pack_array_header(size)
        return header
