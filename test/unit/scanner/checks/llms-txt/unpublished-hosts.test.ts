import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLocalhost, isUnpublished } from '../../../../../src/scanner/checks/llms-txt/url-hygiene.ts';

const hostname = (host: string) => new URL(`http://${host}/`).hostname;

describe('isLocalhost', () => {
  for (const host of ['localhost', 'LOCALHOST.', 'app.localhost', '127.0.0.1', '127.1', '0.0.0.0', '[::1]']) {
    it(`knows ${host}`, () => assert.equal(isLocalhost(hostname(host)), true));
  }
  for (const host of ['localhost.example', '128.0.0.1', '10.0.0.1', '127.example', 'mylocalhost']) {
    it(`does not take ${host} for it`, () => assert.equal(isLocalhost(hostname(host)), false));
  }
});

describe('isUnpublished', () => {
  const inner = [
    'staging.site.example',
    'docs.stg.site.example',
    'staging-docs.site.example',
    'docs-staging.site.example',
    'deploy-preview-12--docs.netlify.app',
    'docs-git-main-team.vercel.app',
    'printer.local',
    'wiki.corp.internal',
    'site.test',
    'abc.ngrok-free.app',
    '192.168.1.4',
    '[fd00::1]',
  ];
  for (const host of inner) it(`knows ${host}`, () => assert.equal(isUnpublished(hostname(host)), true));
  const published = [
    'dev.site.example',
    'test.site.example',
    'backstage.io',
    'stage.com',
    'docs.vercel.app',
    '1.1.1.1',
  ];
  for (const host of published) it(`leaves ${host}`, () => assert.equal(isUnpublished(hostname(host)), false));
});
