import { serverFaults, usedMetadata } from '../../mcp/session/authorization.ts';
import { offersScheme, resourceMetadataIn } from '../../parse/http-headers/www-authenticate.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { resourceMetadataDraft } from '../site/drafts.ts';
import { exchangeEvidence, handshakeRequest, noSession } from './evidence.ts';

export default defineCheck({
  id: 'M6',
  slug: 'authorization-discovery',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'Clients without a token learn where to get one',
    fail: 'Clients without a token do not learn where to get one',
    action: 'Publish where clients get a token',
  },
  why: 'A client that gets a 401 follows the challenge to the authorization server and asks its user to sign in. Without a challenge a person has to configure it by hand.',
  rule: 'Applies to servers that answer 401; a server without authorization loses nothing. Passes when a Bearer challenge with resource_metadata leads to metadata (RFC 9728) that names this resource and an https authorization server. Warns when the metadata is only at the well-known URL or incomplete, and when the authorization server has no metadata (RFC 8414), another issuer, no token endpoint or no PKCE (S256). Fails without a Bearer challenge or metadata.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization',
    'https://www.rfc-editor.org/rfc/rfc9728',
    'https://www.rfc-editor.org/rfc/rfc8414',
    'https://www.rfc-editor.org/rfc/rfc6750#section-3',
  ],
  needs: ['handshake', 'authorization'],
  evaluate({ handshake, authorization }) {
    const { challenged, challenge } = authorization;
    if (!challenged) {
      return handshake.outcome === 'connected'
        ? notApplicable('The server asks for no authorization.')
        : noSession(handshake);
    }
    const evidence = {
      ...exchangeEvidence(handshake, handshake.decisive, handshakeRequest(handshake)),
      status: 401,
      findings: [{ at: 'WWW-Authenticate', found: challenge ?? 'none' }],
      draft: resourceMetadataDraft(handshake.endpoint, 'https://ADDRESS-OF-YOUR-AUTHORIZATION-SERVER'),
    };
    if (!offersScheme(challenge, 'bearer')) {
      return fail(
        `The 401 comes with ${challenge === undefined ? 'no challenge' : 'a challenge of another scheme than Bearer'}.`,
        {
          howToFix: HOW_TO_FIX,
          evidence,
        },
      );
    }
    const metadata = usedMetadata(authorization, handshake.endpoint);
    const found = { ...evidence, ...(metadata === undefined ? {} : { examples: [metadata.url] }) };
    if (metadata === undefined || metadata.state === 'broken') {
      const why = metadata === undefined || metadata.problem === '' ? '' : `: ${metadata.problem}`;
      return fail(`There is a Bearer challenge, but no metadata of the resource${why}.`, {
        howToFix: HOW_TO_FIX,
        evidence: found,
      });
    }
    if (metadata.state === 'unknown') return unmeasured('The metadata of the resource could not be fetched.', found);
    const faults = [
      resourceMetadataIn(challenge) === undefined && 'the challenge does not say where the metadata is',
      ...metadata.lacks.map((lack) => `the metadata lacks ${lack}`),
      ...serverFaults(authorization),
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return pass('The challenge leads to the authorization server.', found);
    return warn(`A client finds the metadata of the resource, but ${faults.join('; ')}.`, {
      howToFix: HOW_TO_FIX,
      evidence: found,
    });
  },
});

const HOW_TO_FIX =
  'Answer 401 with "WWW-Authenticate: Bearer resource_metadata=<address>", and serve there JSON with "resource" (the address of the endpoint) and "authorization_servers" (https issuers); requireBearerAuth of the SDK does the first when given resourceMetadataUrl. The authorization server publishes /.well-known/oauth-authorization-server with "code_challenge_methods_supported": ["S256"].';
