import { ServiceError } from '../../errors.ts';
import type { AgentScan } from '../../schema/agent-scan.ts';
import { agentScanText } from './text.ts';

/** Characters of the JSON of a value. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** Characters of a tool result. */
export const resultSize = (text: string, structuredContent: object): number =>
  sizeOf({ content: [{ type: 'text', text }], structuredContent });

/**
 * Characters of one answer, text and structured content together: 4,000 tokens of four characters, less what
 * start_scan answers before it.
 */
export const ANSWER_CHARACTERS = 14_600;

/** Characters of a tool result that holds this scan. */
export const answerSize = (scan: AgentScan): number => resultSize(agentScanText(scan), scan);

/** The list of an answer that its items are on. */
type ListName = 'fixes' | 'checks' | 'pages' | 'results';
type ItemOf<Name extends ListName> = NonNullable<AgentScan[Name]>[number];

/**
 * An answer with as many items as have room, and at least one.
 * @param items those from the place `from` on, of which no more are read than have room
 * @param base the answer without them, for a number of items
 * @throws ServiceError invalid_request for a place behind the last item
 */
export async function fill<Name extends ListName>(
  name: Name,
  items: AsyncIterable<ItemOf<Name>> | Iterable<ItemOf<Name>>,
  from: number,
  base: (taken: number) => AgentScan,
): Promise<AgentScan> {
  const taken: ItemOf<Name>[] = [];
  const scanWith = (list: readonly ItemOf<Name>[]): AgentScan => ({ ...base(list.length), [name]: list });
  const cutAt = (list: readonly ItemOf<Name>[]): AgentScan => ({
    ...scanWith(list),
    nextCursor: String(from + list.length),
  });
  for await (const item of items) {
    if (taken.length > 0 && answerSize(cutAt([...taken, item])) > ANSWER_CHARACTERS) return cutAt(taken);
    taken.push(item);
  }
  if (from > 0 && taken.length === 0) {
    throw new ServiceError('invalid_request', `cursor: this list ends before ${from}. Call without a cursor.`);
  }
  return scanWith(taken);
}
