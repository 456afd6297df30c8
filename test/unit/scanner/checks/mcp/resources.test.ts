import check from '../../../../../src/scanner/checks/mcp/resources.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, RESOURCES, TEMPLATES } from '../../../../support/mcp-artifacts.ts';

type Entry = Readonly<Record<string, unknown>>;
const of = (resources: readonly Entry[], templates: readonly Entry[] = []) => ({
  handshake: handshake(),
  resources: { resources, templates },
});
const whole = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ uri: `a:w${at}`, name: 'n', description: 'd', mimeType: 'text/plain' }));
const bare = (count: number) => Array.from({ length: count }, (_, at) => ({ uri: `a:b${at}`, name: 'n' }));
const template = (uriTemplate: unknown) =>
  of(whole(1), [{ uriTemplate, name: 'n', description: 'd', mimeType: 't/p' }]);

checkTable(check, [
  { when: 'complete ones', given: of(RESOURCES, TEMPLATES), expect: 'pass', says: /^2 of 2/ },
  { when: 'only templates', given: of([], TEMPLATES), expect: 'pass' },
  { when: '4 of 5 complete', given: of([...whole(4), ...bare(1)]), expect: 'pass' },
  { when: '79 of 100 complete', given: of([...whole(79), ...bare(21)]), expect: 'warn', says: /^79 of 100/ },
  { when: 'none complete', given: of(bare(3)), expect: 'warn' },
  {
    when: 'a description without a media type',
    given: of([{ uri: 'a:b', name: 'n', description: 'd' }]),
    expect: 'warn',
  },
  { when: 'a relative URI', given: of([{ ...whole(1)[0], uri: '/index' }]), expect: 'fail', says: /for 1 fault:/ },
  { when: 'no URI', given: of([{ name: 'n', description: 'd', mimeType: 't/p' }]), expect: 'fail' },
  { when: 'a URI that is no text', given: of([{ ...whole(1)[0], uri: 7 }]), expect: 'fail' },
  { when: 'no name', given: of([{ ...whole(1)[0], name: ' ' }]), expect: 'fail' },
  { when: 'a URI twice', given: of([...whole(1), ...whole(1)]), expect: 'fail' },
  { when: 'a template twice', given: of([], [...TEMPLATES, ...TEMPLATES]), expect: 'fail' },
  { when: 'a template with a variable for the scheme', given: template('{+uri}'), expect: 'pass' },
  { when: 'a template without a scheme', given: template('/page/{path}'), expect: 'fail' },
  { when: 'a template with a broken expression', given: template('docs://{path'), expect: 'fail' },
  { when: 'a template that is no text', given: template(['docs://{path}']), expect: 'fail' },
  { when: 'no resources', given: of([]), expect: 'na' },
]);
