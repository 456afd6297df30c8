import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingInAcp, missingInUcp } from '../../../../src/scanner/checks/site/commerce-protocols.ts';
import { expiryOf, looksLikeFeed } from '../../../../src/scanner/checks/site/site-identity.ts';
import { readAgentCard } from '../../../../src/scanner/parse/agent-files/agent-cards.ts';
import { agentsMdTopics } from '../../../../src/scanner/parse/agent-files/agent-instructions.ts';

const SKILL = { id: 'a', name: 'A', description: 'Does a', tags: ['x'] };
const CARD = {
  name: 'N',
  description: 'D',
  version: '1',
  supportedInterfaces: [{ url: 'https://site.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [SKILL],
};

describe('readAgentCard', () => {
  const rows: {
    when: string;
    given: Record<string, unknown>;
    missing?: string[];
    warnings?: string[];
    version?: string;
  }[] = [
    { when: 'a complete card', given: CARD },
    { when: 'an address beside the interfaces', given: { ...CARD, url: 'https://site.example/a2a' } },
    {
      when: 'the shape of 0.3',
      given: JSON.parse(JSON.stringify({ ...CARD, supportedInterfaces: undefined, url: 'https://x' })),
      version: '0.3',
    },
    {
      when: 'nothing',
      given: {},
      missing: [
        'name',
        'description',
        'version',
        'capabilities',
        'defaultInputModes',
        'defaultOutputModes',
        'skills',
        'supportedInterfaces',
      ],
    },
    {
      when: 'parts that lack fields',
      given: { ...CARD, skills: [SKILL, { id: 'b' }], supportedInterfaces: [{ url: 'https://x' }] },
      missing: [
        'skills[].name',
        'skills[].description',
        'supportedInterfaces[].protocolBinding',
        'supportedInterfaces[].protocolVersion',
      ],
      warnings: ['some skills have no tags'],
    },
    { when: 'no skill', given: { ...CARD, skills: [] }, warnings: ['skills is empty'] },
  ];
  for (const { when, given, missing = [], warnings = [], version = '1.0' } of rows) {
    it(`reads ${when}`, () =>
      assert.deepEqual(readAgentCard(given), { version, missing, warnings, declaresAp2: false }));
  }

  it('sees the payment extension', () => {
    const withUri = (uri: unknown) => readAgentCard({ ...CARD, capabilities: { extensions: [{ uri }] } }).declaresAp2;
    assert.equal(withUri('https://github.com/google-agentic-commerce/ap2/v1'), true);
    assert.equal(withUri('https://example.com/map2'), false);
    assert.equal(withUri(2), false);
  });
});

describe('agentsMdTopics', () => {
  const rows: { when: string; text: string; expect: number }[] = [
    { when: 'all three', text: '# X\n## Install\nx\n## Configuration\n### Usage', expect: 3 },
    { when: 'words of one topic', text: '## Setup\n## Installation', expect: 1 },
    { when: 'words in the text only', text: '# X\nInstall, configure, use.', expect: 0 },
    { when: 'headings in code', text: '```\n# install\n# config\n```\n# Usage', expect: 1 },
    { when: 'no space after the mark', text: '#install\n#usage', expect: 0 },
  ];
  for (const { when, text, expect } of rows) it(`${expect}: ${when}`, () => assert.equal(agentsMdTopics(text), expect));
});

describe('commerce manifests', () => {
  const ucp = { version: '2026-04-08', services: { 'dev.ucp.shopping': [{}] }, capabilities: { a: [{}] } };
  const acp = {
    protocol: { name: 'acp', version: '2026-01-30', supported_versions: [] },
    api_base_url: 'https://shop.example/api',
    transports: ['rest'],
    capabilities: { services: ['checkout'] },
  };
  it('are complete', () => {
    assert.deepEqual(missingInUcp({ ucp }), []);
    assert.deepEqual(missingInUcp({ ucp: { ...ucp, capabilities: [{ name: 'a' }] } }), []);
    assert.deepEqual(missingInAcp(acp), []);
  });
  it('lack fields', () => {
    assert.deepEqual(missingInUcp({}), ['ucp']);
    assert.deepEqual(missingInUcp({ ucp: { version: '1', services: {}, capabilities: [] } }), [
      'ucp.version',
      'ucp.services',
      'ucp.capabilities',
    ]);
    assert.deepEqual(missingInAcp({ api_base_url: '/api' }), [
      'protocol.name',
      'protocol.version',
      'api_base_url',
      'transports',
      'capabilities.services',
    ]);
  });
});

describe('files of identity', () => {
  it('are feeds by their beginning', () => {
    const feeds = [
      '<?xml version="1.0"?><rss version="2.0">',
      '<feed xmlns="x">',
      '<rdf:RDF>',
      '{"version":"https://jsonfeed.org/version/1.1"}',
    ];
    for (const text of feeds) assert.equal(looksLikeFeed(text), true, text);
    for (const text of ['<html>', '{"version":"1"}', 'rss', '<feeder>', ''])
      assert.equal(looksLikeFeed(text), false, text);
  });
  it('name the contact for security reports, and the date of expiry', () => {
    assert.deepEqual(expiryOf('# x\nContact: mailto:a@b\r\nExpires: 2030-01-01T00:00:00Z\nExpires: x'), {
      hasContact: true,
      expires: Date.parse('2030-01-01T00:00:00Z'),
    });
    assert.deepEqual(expiryOf('Contact:\nExpires: soon'), { hasContact: false, expires: undefined });
  });
});
