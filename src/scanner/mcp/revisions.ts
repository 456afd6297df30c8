/** Revisions of MCP, newest first. */

/** The stateless revision; a scan asks for it first. */
export const MODERN_REVISION = '2026-07-28';
/** Revisions with `initialize` that current clients still speak; a scan offers the first when it falls back. */
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18'] as const;
const ALL: readonly string[] = [MODERN_REVISION, ...LEGACY_REVISIONS, '2025-03-26', '2024-11-05'];

/** A revision that there is; anything else a server may answer is its own text. */
export const isRevision = (version: string): boolean => ALL.includes(version);
