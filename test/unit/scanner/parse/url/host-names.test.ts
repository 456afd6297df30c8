import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isStagingHost } from '../../../../../src/scanner/parse/url/host-names.ts';

describe('a host for trials', () => {
  for (const host of [
    'staging.shop.example',
    'ly-api-staging.cloud.example',
    'dev.shop.example',
    'qa2.api.shop.example',
  ])
    it(`is ${host}`, () => assert.equal(isStagingHost(host), true));
  for (const host of [
    'shop.example',
    'fastify.dev',
    'dev.to',
    'stages.shop.example',
    'devon.shop.example',
    'www.shop.example',
  ])
    it(`is not ${host}`, () => assert.equal(isStagingHost(host), false));
});
