import { pluralize } from '../scanner/pluralize.ts';
import { type AggregateOptions, createAggregate, type Totals } from './aggregate.ts';
import type { Identities } from './identity.ts';
import { createPendingRequests } from './pending-requests.ts';
import { createLineReader, type LineCounts } from './read-lines.ts';
import { createLineSplitter, MAX_LINE_BYTES } from './split-lines.ts';
import { ArchiveBomb, CannotUnpack } from './unpack.ts';

export interface ReadOptions extends AggregateOptions {
  /** A `log_format` of nginx; default: the format is recognised. */
  readonly format?: string | undefined;
  /** Requests before are left out (Unix time in milliseconds). */
  readonly sinceMs?: number | undefined;
  readonly identities: Identities;
  /** Unpacked bytes that are read at most, over all sources. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A file or a pipe: bytes that are unpacked already. */
export interface LogSource {
  /** For messages: the name of a file, in trusted text. */
  readonly name: string;
  /** The stream may reject: what came before counts. A chunk may use the memory of the one before again. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file that lost its end while it was read. */
export class Shortened extends Error {}

export interface ReadLog {
  readonly counts: LineCounts;
  readonly formats: ReadonlyMap<string, number>;
  readonly totals: Totals;
  /** The parts left out, a sentence each, in trusted text. */
  readonly leftOut: readonly string[];
  /** A source was packed in a way that this Node cannot unpack. */
  readonly cannotUnpack: boolean;
}

/**
 * Reads logs as streams, in bounded memory. Lines of people are counted and dropped before any of their text is kept.
 * Rejects only when `signal` is aborted.
 */
export async function readLog(sources: readonly LogSource[], options: ReadOptions): Promise<ReadLog> {
  const reader = createReader(options);
  const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
  const leftOut: string[] = [];
  let cannotUnpack = false;
  for (const { name, chunks } of sources) {
    reader.begin();
    try {
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        await reader.take(chunk);
        if (reader.counts.bytes > maxBytes) {
          leftOut.push(`${name}: more than ${Math.round(maxBytes / 1e6)} MB; the rest was not read.`);
          break;
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof CannotUnpack) {
        cannotUnpack = true;
        leftOut.push(`${name} was not read: ${error.message}`);
      } else leftOut.push(`${name}: ${whyItEnds(error)}; what comes after it was not read.`);
    }
    await reader.flush();
    if (reader.counts.bytes > maxBytes) break;
  }
  const { counts } = reader;
  if (counts.unreadable > 0)
    leftOut.push(
      `${counts.unreadable} of ${counts.lines} lines have no known format, the first at ${counts.unreadableAt.length === 1 ? 'line' : 'lines'} ${counts.unreadableAt.join(', ')}.`,
    );
  if (counts.tooLong > 0) leftOut.push(`Lines longer than ${MAX_LINE_BYTES / 1024} KiB: ${counts.tooLong}.`);
  if (options.identities.skipped > 0)
    leftOut.push(`DNS was not asked about ${options.identities.skipped} requests: there were too many addresses.`);
  if (options.identities.unanswered > 0)
    leftOut.push(
      `DNS gave no answer about ${pluralize(options.identities.unanswered, 'client')}, so their requests count as unproven. Check the resolver of this machine.`,
    );
  return { counts, formats: reader.formats, totals: reader.end(), leftOut, cannotUnpack };
}

function whyItEnds(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Shortened) return 'it was shortened while it was read, as copytruncate does';
  if (error instanceof ArchiveBomb) return 'it unpacks to more than 200 times its size, as no log does';
  if (code === 'Z_BUF_ERROR' || code === 'ERR_UNEXPECTED_EOF') return 'the compressed data ends too early';
  if (/^Z_|^ERR_BROTLI|^ERR__ERROR|^ERR_PADDING|^ERR_ZSTD/.test(code)) return 'the compressed data is damaged';
  if (code === 'EISDIR') return 'it is a folder';
  return /^E[A-Z]+$/.test(code) ? `it cannot be read (${code})` : 'the stream broke off';
}

interface Reader {
  begin(): void;
  take(chunk: Uint8Array): Promise<void>;
  /** Reads the last line of a source, which may have no end. */
  flush(): Promise<void>;
  end(): Totals;
  readonly counts: LineCounts;
  readonly formats: ReadonlyMap<string, number>;
}

/** From chunks to lines, from lines to requests of agents, from these to totals. */
function createReader({ format, sinceMs, identities, ...aggregating }: ReadOptions): Reader {
  const aggregate = createAggregate(aggregating);
  const requests = createPendingRequests(aggregate, identities);
  const reader = createLineReader({ format, sinceMs, onRequest: requests.add });
  const { counts, formats } = reader;
  const lines = createLineSplitter({
    onLine: reader.take,
    onTooLong: reader.takeTooLong,
    afterLine: () => (requests.isFull ? requests.settle() : undefined),
  });
  return {
    counts,
    formats,
    begin() {
      reader.begin();
      lines.begin();
    },
    async take(chunk) {
      counts.bytes += chunk.length;
      await lines.take(chunk);
      await requests.settle();
    },
    async flush() {
      lines.flush();
      await requests.settle();
    },
    end() {
      reader.end();
      return aggregate.end();
    },
  };
}
