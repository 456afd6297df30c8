import { assetText } from './assets.ts';
import { DOCUMENT_START } from './document-start.ts';
import { type Content, Markup, markup } from './markup.ts';

/** A page as one HTML file, to be kept or sent: it needs no network and no script. */
export const standalonePage = (title: string, main: Content): string =>
  markup`${DOCUMENT_START}<meta name="robots" content="noindex, nofollow">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title} · Legible</title>
<style>
${new Markup(assetText('styles.css'))}</style>
</head>
<body>
<main id="main">
${main}
</main>
</body>
</html>
`.text;
