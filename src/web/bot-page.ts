import { type H3, html } from 'h3';
import { DIRECTORY_PATH } from '../auth/bot-signature/profile.ts';
import type { SignatureForm } from '../auth/bot-signature/sign-request.ts';
import { BOT_TOKEN, botUserAgent } from '../scanner/bot.ts';

/** `GET /bot`: what our user agent links to. Tells a site's owner who is asking and how to allow or refuse us. */
export function mountBotPage(
  app: H3,
  { baseUrl, version, form }: { baseUrl: string; version: string; form: SignatureForm },
): void {
  const isString = form === 'string';
  const agent = isString ? `"${baseUrl}"` : `sig1="${baseUrl}${DIRECTORY_PATH}"`;
  const covered = isString ? '"signature-agent"' : '"signature-agent";key="sig1"';
  const caveat = baseUrl.startsWith('https:')
    ? ''
    : 'This installation is reached over http, and verifiers demand an https Signature-Agent: its signatures will not be accepted as they are.';
  app.get(
    '/bot',
    () => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BOT_TOKEN}: who is reading your site</title>
<meta name="description" content="What ${BOT_TOKEN} is, why it reads a website, how polite it is, how to verify its signature, and how to allow or block it with robots.txt.">
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}pre{overflow:auto;padding:1rem;background:#8882}</style>
</head>
<body>
<main>
<h1>${BOT_TOKEN}</h1>
<p>${BOT_TOKEN} is the crawler of Legible. It reads a site because somebody asked for that site to be graded for how well AI agents can use it. It keeps findings, not copies, and trains nothing.</p>
<h2>How to recognise it</h2>
<pre>${botUserAgent(version, baseUrl)}</pre>
<p>At most six requests of a scan name a browser or an assistant instead, on the home page and one other page, to find out whether agents get what people get. Everything else is sent under the name above.</p>
<h2>How to verify it</h2>
<p>Anybody can copy a name. Every request of ours, those under other names too, is signed with an Ed25519 key by the rules of Web Bot Auth (HTTP Message Signatures, RFC 9421), and each signature is good for one request, one host and one minute:</p>
<pre>Signature-Agent: ${agent}
Signature-Input: sig1=("@authority" ${covered});created=…;keyid="…";alg="ed25519";expires=…;nonce="…";tag="web-bot-auth"
Signature: sig1=:…:</pre>
<ol>
<li>Read our public keys at <a href="${baseUrl}${DIRECTORY_PATH}">${baseUrl}${DIRECTORY_PATH}</a> and keep them for five minutes. Keys change every few months; for a day before and after, both are listed. Use the one whose JWK thumbprint (RFC 7638) is <code>keyid</code>.</li>
<li>Check that <code>created</code> is not in the future, that <code>expires</code> is, and that <code>@authority</code> is your own host.</li>
<li>Verify the signature over the signature base of RFC 9421, section 2.5. Libraries and the bot management of several CDNs do all of this for you.</li>
</ol>
<p>A request that calls itself ${BOT_TOKEN} and is not signed, or is signed wrongly, is not ours. ${caveat}</p>
<p>When another bot calls our API with such a signature, we read its keys as <code>LegibleKeys</code>: those requests alone are not signed.</p>
<h2>How it behaves</h2>
<ul>
<li>It obeys robots.txt for <code>${BOT_TOKEN}</code>, else for <code>*</code>, and honours Crawl-delay up to 2 seconds.</li>
<li>It has at most a handful of requests in flight to one host, asks at most three times for a page (up to five times for each of the first three, to learn whether and where the site has Markdown), and slows down when it is answered 429 or 503.</li>
<li>It never signs in, submits a form or runs a page's scripts.</li>
</ul>
<h2>How to allow it</h2>
<pre>User-agent: ${BOT_TOKEN}
Allow: /</pre>
<h2>How to block it</h2>
<pre>User-agent: ${BOT_TOKEN}
Disallow: /</pre>
</main>
</body>
</html>
`,
  );
}
