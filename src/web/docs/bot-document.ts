import { DIRECTORY_PATH } from '../../auth/bot-signature/profile.ts';
import type { SignatureForm } from '../../auth/bot-signature/sign.ts';
import { BOT_TOKEN, botUserAgent } from '../../scanner/ai-agents.ts';
import { contactSentence, type Document } from './document.ts';

/**
 * `/bot`: the page that the user agent links to. It explains the crawler to site owners and how to allow or block it.
 */
export function botDocument({
  baseUrl,
  version,
  form,
  hostConcurrency,
  operatorContact,
}: {
  baseUrl: string;
  version: string;
  form: SignatureForm;
  /** Requests in flight to one host. */
  hostConcurrency: number;
  /** A mailto: or https: URL. */
  operatorContact: string | undefined;
}): Document {
  const isString = form === 'string';
  const agent = isString ? `"${baseUrl}"` : `sig1="${baseUrl}${DIRECTORY_PATH}"`;
  const covered = isString ? '"signature-agent"' : '"signature-agent";key="sig1"';
  const caveat = baseUrl.startsWith('https:')
    ? ''
    : ' This installation is reached over http, and verifiers demand an https Signature-Agent: its signatures will not be accepted as they are.';
  return {
    path: '/bot',
    title: `${BOT_TOKEN}: who is reading your site`,
    description: `What ${BOT_TOKEN} is, why it reads a website, how polite it is, how to verify its signature, and how to allow or block it with robots.txt.`,
    type: 'TechArticle',
    body: `${BOT_TOKEN} is the crawler of Legible. It reads a site because somebody asked for that site to be graded for how well AI agents can use it. It keeps findings, not copies, and trains nothing.

## How to recognise it

\`\`\`text
${botUserAgent(version, baseUrl)}
\`\`\`

At most six requests of a scan name a browser or an assistant instead, on the home page and one other page, to find out whether agents get what people get. Everything else is sent under the name above.

## How to verify it

Anybody can copy a name. Every request of ours, those under other names too, is signed with an Ed25519 key by the rules of Web Bot Auth (HTTP Message Signatures, RFC 9421), and each signature is good for one request, one host and one minute:

\`\`\`http
Signature-Agent: ${agent}
Signature-Input: sig1=("@authority" ${covered});created=…;keyid="…";alg="ed25519";expires=…;nonce="…";tag="web-bot-auth"
Signature: sig1=:…:
\`\`\`

1. Read our public keys at [${baseUrl}${DIRECTORY_PATH}](${baseUrl}${DIRECTORY_PATH}) and keep them for five minutes. Keys change every few months; for a day before and after, both are listed. Use the one whose JWK thumbprint (RFC 7638) is \`keyid\`.
2. Check that \`created\` is not in the future, that \`expires\` is, and that \`@authority\` is your own host.
3. Verify the signature over the signature base of RFC 9421, section 2.5. Libraries and the bot management of several CDNs do all of this for you.

A request that calls itself ${BOT_TOKEN} and is not signed, or is signed wrongly, is not ours.${caveat}

The [Signature Agent Card](${baseUrl}/.well-known/signature-agent-card.json) says the same for programs.

When another bot calls our API with such a signature, we read its keys as \`LegibleKeys\`: those requests alone are not signed.

## How it behaves

- It obeys robots.txt for \`${BOT_TOKEN}\`, else for \`*\`, and honours Crawl-delay up to 2 seconds.
- It has at most ${hostConcurrency} requests in flight to one host, asks at most three times for a page (up to five times for each of the first three, to learn whether and where the site has Markdown), and slows down when it is answered 429 or 503.
- It never signs in, submits a form or runs a page's scripts.

## How to allow it

\`\`\`text
User-agent: ${BOT_TOKEN}
Allow: /
\`\`\`

## How to block it

\`\`\`text
User-agent: ${BOT_TOKEN}
Disallow: /
\`\`\`

It is obeyed from the next scan on.

## How to complain

If it harms your site, block it as shown, then tell the operator. ${contactSentence(operatorContact)} [More about ${BOT_TOKEN}](${baseUrl}/docs/bot).`,
  };
}
