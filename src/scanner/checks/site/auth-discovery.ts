import { defined } from '../../../basics/defined.ts';
import type { Evidence } from '../../model/result.ts';
import type { AuthDocument } from '../../model/site.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { resourceMetadataDraft } from './drafts.ts';

export default defineCheck({
  id: 'S21',
  slug: 'auth-discovery',
  series: 'site',
  category: 'capability',
  titles: {
    pass: 'Agents can find out how to get access',
    fail: 'Agents cannot find out how to get access',
    action: 'Publish how agents get access',
  },
  why: 'An agent that gets a 401 can follow two small documents to the place where it gets a token. Without them it gives up.',
  rule: 'Follows the protected resource metadata (RFC 9728) of an API, an MCP server or a Bearer challenge to its first authorization server (RFC 8414 or OpenID Connect). Passes with endpoints, the same issuer, S256 and a way to register (registration endpoint, client ID metadata documents, agent_auth or /auth.md). Warns when the issuer, S256 or the registration is missing. Fails when a document is broken. Not applicable when no metadata is declared.',
  sources: [
    'https://www.rfc-editor.org/rfc/rfc9728',
    'https://www.rfc-editor.org/rfc/rfc8414',
    'https://www.rfc-editor.org/rfc/rfc7591',
  ],
  needs: ['target', 'authDiscovery'],
  evaluate({ target, authDiscovery: { resource, server, hasAuthMd } }) {
    if (resource === undefined) return notApplicable('No protected resource metadata is declared.');
    const draft = { draft: resourceMetadataDraft(target.origin, resource.fields?.servers[0] ?? target.origin) };
    if (resource.state === 'unknown')
      return unmeasured('The protected resource metadata could not be fetched.', evidenceOf(resource));
    if (resource.fields === undefined) {
      return fail(`The protected resource metadata cannot be used: ${resource.problem}.`, {
        howToFix:
          'Serve JSON with "resource" (the URL that is protected) and "authorization_servers" (a list of issuers), and name its address as resource_metadata in the WWW-Authenticate header of every 401.',
        evidence: { ...evidenceOf(resource), ...draft },
      });
    }
    if (server === undefined) {
      return warn('The protected resource metadata names no authorization server.', {
        howToFix: 'List the issuer of your authorization server under "authorization_servers".',
        evidence: { ...evidenceOf(resource), ...draft },
      });
    }
    if (server.state === 'unknown')
      return unmeasured('The metadata of the authorization server could not be fetched.', evidenceOf(server));
    if (server.fields === undefined) {
      return fail(`The metadata of the authorization server cannot be used: ${server.problem}.`, {
        howToFix:
          'Serve the metadata of RFC 8414 at /.well-known/oauth-authorization-server of the declared issuer (before the path of the issuer, when it has one).',
        evidence: evidenceOf(server),
      });
    }
    const { missing, issuerMatches, offersS256, offersRegistration } = server.fields;
    if (missing.length > 0) {
      return fail(`The metadata of the authorization server lacks ${missing.join(' and ')}.`, {
        howToFix: `Add ${missing.join(' and ')} as absolute URLs; clients cannot begin without them.`,
        evidence: evidenceOf(server),
      });
    }

    const warnings = [
      !issuerMatches && {
        says: 'its issuer is not the one that the resource declares',
        fix: 'Let "issuer" equal the entry of "authorization_servers", character by character.',
      },
      !resource.fields.matchesSite && {
        says: 'the metadata is about a resource of another site',
        fix: 'Let "resource" be the URL of the API or MCP endpoint itself.',
      },
      !offersS256 && {
        says: 'PKCE with S256 is not offered',
        fix: 'Add "code_challenge_methods_supported": ["S256"].',
      },
      !offersRegistration &&
        hasAuthMd !== true && {
          says: 'an agent that is not known yet finds no way to register',
          fix: 'Offer a registration_endpoint (RFC 7591) or "client_id_metadata_document_supported": true, or say in /auth.md how to get a key.',
        },
    ].filter((warning) => warning !== false);
    if (warnings.length === 0)
      return pass('The documents that lead to a token are all there and agree.', evidenceOf(server));
    return warn(`The authorization server is found, but ${warnings.map(({ says }) => says).join('; ')}.`, {
      howToFix: warnings.map(({ fix }) => fix).join(' '),
      evidence: evidenceOf(server),
    });
  },
});

const evidenceOf = ({ url, status }: AuthDocument): Evidence => ({ url, ...defined({ status }) });
