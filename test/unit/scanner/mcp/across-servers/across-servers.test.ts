import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collisionsOf, mentionsOf } from '../../../../../src/scanner/mcp/across-servers/collisions.ts';
import { flowsOf, rolesOf } from '../../../../../src/scanner/mcp/across-servers/flows.ts';
import { tool } from '../../../../support/mcp-artifacts.ts';

const plain = (name: string, more: object = {}) => tool(name, { annotations: {}, description: '', ...more });
const server = (name: string, ...tools: string[]) => ({ name, tools: tools.map((each) => plain(each)) });
const withUrl = { inputSchema: { type: 'object', properties: { url: { type: 'string' } } } };

describe('servers in one session', () => {
  it('tools of one name collide, however it is written', () => {
    const found = collisionsOf([
      server('a', 'get_issue', 'x'),
      server('b', 'getIssue'),
      server('c', 'get-issue', 'y', 'y'),
    ]);
    assert.deepEqual(found, [{ tool: 'get_issue', servers: ['a', 'b', 'c'] }]);
    assert.deepEqual(collisionsOf([server('a', 'x', '??'), server('b', 'y', '!!')]), []);
  });

  it('reports a text that names a tool of another server, but no own tools and plain words', () => {
    const servers = [
      {
        name: 'a',
        tools: [plain('send_email', { description: 'Before send_email of mail, call read_file. Search first.' })],
      },
      { name: 'b', tools: [plain('read_file'), plain('search')], instructions: 'Use instead of send_email.' },
    ];
    assert.deepEqual(mentionsOf(servers), [
      { server: 'a', tool: 'send_email', names: { server: 'b', tool: 'read_file' } },
      { server: 'b', tool: '', names: { server: 'a', tool: 'send_email' } },
    ]);
  });

  it('ten thousand texts that name all tools make a bounded list', () => {
    const tools = Array.from({ length: 1_000 }, (_, at) =>
      plain(`read_file_${at}`, { description: 'send_mail_now '.repeat(50) }),
    );
    assert.equal(mentionsOf([{ name: 'a', tools }, server('b', 'send_mail_now')]).length, 50);
  });
});

describe('what a tool can do to a session', () => {
  const ROLES: readonly [string, object, string][] = [
    ['fetch', withUrl, 'readsUntrusted sends'],
    ['list_issues', {}, 'readsUntrusted'],
    ['search_emails', {}, 'readsUntrusted readsPrivate'],
    ['read_file', {}, 'readsUntrusted readsPrivate'],
    ['read_text_file', {}, 'readsUntrusted readsPrivate'],
    ['get_file_info', {}, 'readsPrivate'],
    ['list_directory', {}, 'readsPrivate'],
    ['get_issue', {}, 'readsUntrusted'],
    ['tavily_search', { description: 'Search the web for current information.' }, 'readsUntrusted'],
    ['query-docs', { annotations: { openWorldHint: true, readOnlyHint: true } }, 'readsUntrusted'],
    [
      'web_fetch_exa',
      { inputSchema: { type: 'object', properties: { urls: { type: 'array' } } } },
      'readsUntrusted sends',
    ],
    ['list_network_requests', {}, 'readsUntrusted'],
    ['go_forward', {}, ''],
    ['new_page', withUrl, 'readsUntrusted sends'],
    ['find', { inputSchema: { type: 'object', properties: { collection: { type: 'string' } } } }, 'readsPrivate'],
    ['git_show', {}, 'readsPrivate'],
    ['git_fetch', {}, 'readsPrivate'],
    ['query_database', {}, 'readsPrivate'],
    ['send_email', {}, 'sends'],
    ['create_issue', {}, 'sends'],
    ['send_message', {}, 'sends'],
    ['port_forward', {}, ''],
    ['create_entities', {}, 'changes'],
    ['delete_branch', {}, 'changes'],
    ['write_file', {}, 'changes'],
    ['browser_click', {}, 'readsUntrusted changes'],
    ['run_command', {}, 'changes'],
    ['list_tides', {}, ''],
    ['get_current_time', {}, ''],
    ['delete_nothing', { annotations: { readOnlyHint: true } }, ''],
    ['tidy', { annotations: { destructiveHint: true } }, 'changes'],
    [
      'get_document',
      { ...withUrl, annotations: { openWorldHint: true, readOnlyHint: true } },
      'readsUntrusted readsPrivate',
    ],
  ];
  for (const [name, more, expected] of ROLES) {
    it(`${name}: ${expected || 'nothing'}`, () => {
      const roles = Object.entries(rolesOf(plain(name, { inputSchema: { type: 'object' }, ...more })));
      assert.equal(
        roles
          .filter(([, is]) => is)
          .map(([role]) => role)
          .join(' '),
        expected,
      );
    });
  }

  it('flows go from a reader of the web to another server that sends or deletes, those with data first', () => {
    const flows = flowsOf([
      server('tracker', 'list_issues'),
      server('files', 'list_files', 'delete_file'),
      server('mail', 'send_email'),
      server('tides', 'list_tides'),
    ]);
    assert.deepEqual(
      flows.map(({ from, to, does, reads }) => [from.server, to.server, does, reads.map((each) => each.server)]),
      [
        ['tracker', 'mail', 'sends', ['files']],
        ['tracker', 'files', 'changes', []],
      ],
    );
  });

  it('one server alone has no flow to another, and a hundred servers make a bounded list', () => {
    assert.deepEqual(flowsOf([server('a', 'fetch_page', 'send_email', 'delete_file')]), []);
    const many = Array.from({ length: 100 }, (_, at) => server(`s${at}`, 'fetch_page', 'send_email'));
    assert.equal(flowsOf(many).length, 100);
  });
});
