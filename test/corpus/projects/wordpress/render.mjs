/** A blog in the markup of a classic WordPress theme: archives by tag, category, author and month, comments, a feed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { comments, pages, posts } from './posts.mjs';

const ORIGIN = 'https://thegreenhouse.example';
const OUT = join(import.meta.dirname, 'out');
const write = (path, text) => {
  const file = join(OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const slugOf = (name) => name.toLowerCase().replaceAll(' ', '-');
const dayOf = (date) =>
  new Date(date).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const page = ({ title, path, bodyClass, main, head = '', description = '' }) => `<!doctype html>
<html lang="en-US">
<head>
	<meta charset="UTF-8" />
	<meta name="viewport" content="width=device-width, initial-scale=1" />
	<title>${title}</title>
<meta name='robots' content='max-image-preview:large' />
<link rel="alternate" type="application/rss+xml" title="The Greenhouse &raquo; Feed" href="${ORIGIN}/feed/" />
${description ? `<meta name="description" content="${description}" />\n` : ''}<link rel='stylesheet' id='wp-block-library-css' href='${ORIGIN}/wp-includes/css/dist/block-library/style.min.css?ver=6.7.1' media='all' />
<link rel="https://api.w.org/" href="${ORIGIN}/wp-json/" /><link rel="EditURI" type="application/rsd+xml" title="RSD" href="${ORIGIN}/xmlrpc.php?rsd" />
<meta name="generator" content="WordPress 6.7.1" />
${head}</head>
<body class="${bodyClass} wp-embed-responsive">
<div id="page" class="site">
	<a class="skip-link screen-reader-text" href="#content">Skip to content</a>
	<header id="masthead" class="site-header has-title-and-tagline has-menu">
		<div class="site-branding">
			${path === '/' ? '<h1 class="site-title">The Greenhouse</h1>' : `<p class="site-title"><a href="${ORIGIN}/">The Greenhouse</a></p>`}
			<p class="site-description">A small garden under a lot of glass</p>
		</div>
		<nav id="site-navigation" class="primary-navigation" aria-label="Primary menu">
			<div class="menu-button-container"><button id="primary-mobile-menu" class="button" aria-controls="primary-menu-list" aria-expanded="false"><span class="dropdown-icon open">Menu</span></button></div>
			<ul id="primary-menu-list" class="menu-wrapper">
				<li class="menu-item"><a href="${ORIGIN}/">Home</a></li>
				<li class="menu-item menu-item-has-children"><a href="${ORIGIN}/category/growing/">Growing</a><button class="sub-menu-toggle" aria-expanded="false"><span class="icon-plus"><svg class="svg-icon" width="18" height="18" aria-hidden="true" role="img" focusable="false" viewBox="0 0 24 24"><path d="M18 11.2h-5.2V6h-1.6v5.2H6v1.6h5.2V18h1.6v-5.2H18z"/></svg></span><span class="screen-reader-text">Open menu</span></button>
				<ul class="sub-menu"><li class="menu-item"><a href="${ORIGIN}/tag/tomatoes/">Tomatoes</a></li></ul></li>
				<li class="menu-item"><a href="${ORIGIN}/category/building/">Building</a></li>
				<li class="menu-item"><a href="${ORIGIN}/about/">About</a></li>
			</ul>
		</nav>
	</header>
	<div id="content" class="site-content">
		<div id="primary" class="content-area">
			<main id="main" class="site-main">
${main}
			</main>
		</div>
	</div>
	<aside class="widget-area">
		<section id="search-2" class="widget widget_search"><form role="search" method="get" class="search-form" action="${ORIGIN}/"><label for="search-form-1">Search&hellip;</label><input type="search" id="search-form-1" class="search-field" value="" name="s" /><input type="submit" class="search-submit" value="Search" /></form></section>
		<section id="recent-posts-2" class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2><nav aria-label="Recent Posts"><ul>
${posts.slice(0, 5).map((post) => `			<li><a href="${ORIGIN}/${post.slug}/">${post.title}</a></li>`).join('\n')}
		</ul></nav></section>
	</aside>
	<footer id="colophon" class="site-footer"><div class="site-info"><div class="site-name"><a href="${ORIGIN}/">The Greenhouse</a></div><div class="powered-by">Proudly powered by <a href="https://wordpress.org/">WordPress</a>.</div></div></footer>
</div>
</body>
</html>
`;

const summaryOf = (post) => `
<article id="post-${post.id}" class="post-${post.id} post type-post status-publish format-standard hentry category-${slugOf(post.category)}">
	<header class="entry-header"><h2 class="entry-title default-max-width"><a href="${ORIGIN}/${post.slug}/" rel="bookmark">${post.title}</a></h2></header>
	<div class="entry-content"><p>${post.excerpt} <a class="more-link" href="${ORIGIN}/${post.slug}/">Continue reading <span class="screen-reader-text">${post.title}</span></a></p></div>
	<footer class="entry-footer default-max-width"><span class="posted-on">Published <time class="entry-date published updated" datetime="${post.date}">${dayOf(post.date)}</time></span></footer>
</article>`;

const single = (post) => `
<article id="post-${post.id}" class="post-${post.id} post type-post status-publish format-standard has-post-thumbnail hentry category-${slugOf(post.category)}">
	<header class="entry-header alignwide">
		<h1 class="entry-title">${post.title}</h1>
		<figure class="post-thumbnail"><img width="1024" height="683" src="${ORIGIN}/wp-content/uploads/${post.image}" class="attachment-post-thumbnail wp-post-image" alt="${post.alt}" decoding="async" /></figure>
	</header>
	<div class="entry-content">
${post.html}
	</div>
	<footer class="entry-footer default-max-width"><div class="posted-by"><span class="posted-on">Published <time class="entry-date published" datetime="${post.date}">${dayOf(post.date)}</time><time class="updated" datetime="${post.modified}">${dayOf(post.modified)}</time></span><span class="byline">By <a href="${ORIGIN}/author/${post.author}/" rel="author">${post.author}</a></span></div><div class="post-taxonomies"><span class="cat-links">Categorized as <a href="${ORIGIN}/category/${slugOf(post.category)}/" rel="category tag">${post.category}</a></span><span class="tags-links">Tagged ${post.tags.map((tag) => `<a href="${ORIGIN}/tag/${slugOf(tag)}/" rel="tag">${tag}</a>`).join(', ')}</span></div></footer>
</article>
<div id="comments" class="comments-area default-max-width show-avatars">
${comments[post.slug] ? `	<h2 class="comments-title">${comments[post.slug].length} comments</h2>
	<ol class="comment-list">
${comments[post.slug].map(({ by, date, text }, at) => `		<li id="comment-${post.id}${at}" class="comment"><article class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><img alt='' src='https://secure.gravatar.com/avatar/${post.id}${at}?s=60' class='avatar avatar-60 photo' height='60' width='60' loading='lazy' /><b class="fn">${by}</b> <span class="says">says:</span></div><div class="comment-metadata"><a href="${ORIGIN}/${post.slug}/#comment-${post.id}${at}"><time datetime="${date}">${dayOf(date)}</time></a></div></footer><div class="comment-content"><p>${text}</p></div></article></li>`).join('\n')}
	</ol>
` : ''}	<div id="respond" class="comment-respond">
		<h2 id="reply-title" class="comment-reply-title">Leave a comment</h2><form action="${ORIGIN}/wp-comments-post.php" method="post" id="commentform" class="comment-form" novalidate><p class="comment-notes"><span id="email-notes">Your email address will not be published.</span> <span class="required-field-message">Required fields are marked <span class="required">*</span></span></p><p class="comment-form-comment"><label for="comment">Comment <span class="required">*</span></label> <textarea id="comment" name="comment" cols="45" rows="5" maxlength="65525" required></textarea></p><p class="comment-form-author"><label for="author">Name <span class="required">*</span></label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name" required /></p>
<p class="comment-form-email"><label for="email">Email <span class="required">*</span></label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email" required /></p>
<p class="comment-form-url"><label for="url">Website</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>
<p class="form-submit"><input name="submit" type="submit" id="submit" class="submit" value="Post Comment" /> <input type='hidden' name='comment_post_ID' value='${post.id}' id='comment_post_ID' />
<input type='hidden' name='comment_parent' id='comment_parent' value='0' />
</p></form>	</div>
</div>`;

const archive = (title, some) =>
  `			<header class="page-header alignwide"><h1 class="page-title">${title}</h1></header>${some.map(summaryOf).join('')}`;

const home = posts.map(summaryOf).join('');
write('index.html', page({ title: 'The Greenhouse &#8211; A small garden under a lot of glass', path: '/', bodyClass: 'home blog', main: home }));
for (const post of posts) {
  const path = `/${post.slug}/`;
  write(`${post.slug}/index.html`, page({
    title: `${post.title} &#8211; The Greenhouse`,
    path,
    bodyClass: `post-template-default single single-post postid-${post.id}`,
    main: single(post),
    head: `<link rel="canonical" href="${ORIGIN}${path}" />\n<link rel='shortlink' href='${ORIGIN}/?p=${post.id}' />\n`,
  }));
}
for (const each of pages) {
  const path = `/${each.slug}/`;
  write(`${each.slug}/index.html`, page({
    title: `${each.title} &#8211; The Greenhouse`,
    path,
    bodyClass: 'page-template-default page',
    main: `<article id="post-${each.id}" class="page type-page hentry"><header class="entry-header alignwide"><h1 class="entry-title">${each.title}</h1></header><div class="entry-content">\n${each.html}\n</div></article>`,
    head: `<link rel="canonical" href="${ORIGIN}${path}" />\n`,
  }));
}
const by = (kind, label, keyOf) => {
  const groups = new Map();
  for (const post of posts) for (const key of keyOf(post)) groups.set(key, [...(groups.get(key) ?? []), post]);
  for (const [key, some] of groups) {
    write(`${kind}/${slugOf(key)}/index.html`, page({ title: `${key} &#8211; The Greenhouse`, path: `/${kind}/`, bodyClass: `archive ${kind}`, main: archive(`${label}: <span>${key}</span>`, some) }));
  }
  return [...groups.keys()].map((key) => `${ORIGIN}/${kind}/${slugOf(key)}/`);
};
const categories = by('category', 'Category', (post) => [post.category]);
const tags = by('tag', 'Tag', (post) => post.tags);
const authors = by('author', 'Author', (post) => [post.author]);
write('404.html', page({ title: 'Page not found &#8211; The Greenhouse', path: '/404', bodyClass: 'error404', main: '<header class="page-header alignwide"><h1 class="page-title">Nothing here</h1></header><p>It looks like nothing was found at this location.</p>' }));
write('feed/index.xml', `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>The Greenhouse</title><link>${ORIGIN}</link><description>A small garden under a lot of glass</description>
${posts.map((post) => `<item><title>${post.title}</title><link>${ORIGIN}/${post.slug}/</link><pubDate>${new Date(post.date).toUTCString()}</pubDate><description>${post.excerpt}</description></item>`).join('\n')}
</channel></rss>
`);
const urlset = (urls) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map(([loc, lastmod]) => `<url><loc>${loc}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`).join('')}</urlset>
`;
const maps = {
  'wp-sitemap-posts-post-1.xml': posts.map((post) => [`${ORIGIN}/${post.slug}/`, post.modified]),
  'wp-sitemap-posts-page-1.xml': [[`${ORIGIN}/`], ...pages.map((each) => [`${ORIGIN}/${each.slug}/`, each.modified])],
  'wp-sitemap-taxonomies-category-1.xml': categories.map((loc) => [loc]),
  'wp-sitemap-taxonomies-post_tag-1.xml': tags.map((loc) => [loc]),
  'wp-sitemap-users-1.xml': authors.map((loc) => [loc]),
};
for (const [name, urls] of Object.entries(maps)) write(name, urlset(urls));
write('wp-sitemap.xml', `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.keys(maps).map((name) => `<sitemap><loc>${ORIGIN}/${name}</loc></sitemap>`).join('')}</sitemapindex>
`);
write('robots.txt', `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: ${ORIGIN}/wp-sitemap.xml\n`);
