import check from '../../../../../src/scanner/checks/site/scan-interference.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { TrafficArtifact } from '../../../../../src/scanner/model/site.ts';
import { digest, ORIGIN } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

type Event = TrafficArtifact['blocked'][number];
const event = (position: number, kind: Event['kind'] = 'forbidden', retryAfter = false): Event => ({
  position,
  url: `${ORIGIN}/page/${position}`,
  kind,
  retryAfter,
});
type Given = Pick<SiteArtifacts, 'traffic'> & Partial<Pick<SiteArtifacts, 'crawl'>>;
const given = (pageRequests: number, blocked: readonly Event[] = []): Given => ({ traffic: { pageRequests, blocked } });
const limited = (read: number, pagesDiscovered: number): Given => ({
  traffic: { pageRequests: read, blocked: [], limit: { status: 429, answered: 4 } },
  crawl: { pages: Array.from({ length: read }, (_, number) => digest(`/${number}`)), pagesDiscovered },
});
const at = (...positions: number[]) => positions.map((position) => event(position));

checkTable(check, [
  { when: 'nothing is refused', given: given(40), expect: 'pass' },
  { when: 'under 2 %', given: given(100, at(7)), expect: 'pass', says: /1 of 100/ },
  { when: 'exactly 2 %', given: given(100, at(7, 60)), expect: 'warn', says: /2 × 403/ },
  { when: 'exactly 20 %', given: given(10, at(1, 6)), expect: 'warn' },
  { when: 'over 20 %', given: given(9, at(1, 6)), expect: 'fail' },
  { when: 'over 50 %', given: given(4, at(0, 1, 2)), expect: 'fail' },
  { when: 'one 429 with Retry-After', given: given(100, [event(3, 'too-many-requests', true)]), expect: 'pass' },
  {
    when: 'one 429 without Retry-After',
    given: given(100, [event(3, 'too-many-requests')]),
    expect: 'warn',
    says: /Retry-After/,
  },
  {
    when: 'a limit of requests ends the scan before all pages are read',
    given: limited(1, 39),
    expect: 'fail',
    says: /after 4 requests; 1 page of 39/,
  },
  {
    when: 'a limit of requests comes after all pages were read',
    given: limited(3, 3),
    expect: 'pass',
  },
  { when: 'a challenge without Retry-After', given: given(100, [event(3, 'challenge')]), expect: 'pass' },
  {
    when: 'every kind is named',
    given: given(10, [event(0), event(1, 'too-many-requests', true), event(2, 'challenge'), event(3, 'reset')]),
    expect: 'fail',
    says: /1 × 403, 1 × 429, 1 × challenge page, 1 × connection reset/,
  },
  {
    when: 'rising: 20 % of the last third, none of the first',
    given: given(75, at(51, 55, 60, 65, 70)),
    expect: 'fail',
    says: /towards the end/,
  },
  { when: 'just under 20 % of the last third', given: given(78, at(53, 55, 60, 65, 70)), expect: 'warn' },
  { when: 'only four refusals', given: given(60, at(41, 45, 50, 55)), expect: 'warn' },
  {
    when: 'three times the share of the first third',
    given: given(45, at(0, 1, 30, 31, 32, 33, 34, 35)),
    expect: 'fail',
    says: /towards the end/,
  },
  {
    when: 'less than three times the share of the first third',
    given: given(45, at(0, 1, 30, 31, 32, 33, 34)),
    expect: 'warn',
  },
  { when: 'nothing was requested', given: given(0), expect: 'error' },
]);
