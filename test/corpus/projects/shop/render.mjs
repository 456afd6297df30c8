/** A shop in the markup of a hosted shop platform: collections with filters, products, a cart, legal pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kinds, products } from './products.mjs';

const ORIGIN = 'https://quaytea.example';
const OUT = join(import.meta.dirname, 'out');
const write = (path, text) => {
  const file = join(OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const page = ({ path, title, description, main, head = '', type = 'website' }) => `<!doctype html>
<html class="no-js" lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="X-UA-Compatible" content="IE=edge">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <link rel="canonical" href="${ORIGIN}${path}">
    <title>${title} &ndash; Quay Tea</title>
    <meta name="description" content="${description}">
    <meta property="og:site_name" content="Quay Tea">
    <meta property="og:url" content="${ORIGIN}${path}">
    <meta property="og:title" content="${title}">
    <meta property="og:type" content="${type}">
    <meta property="og:description" content="${description}">
${head}  </head>
  <body>
    <a class="skip-to-content-link button visually-hidden" href="#MainContent">Skip to content</a>
    <div class="announcement-bar" role="region" aria-label="Announcement"><p>Free postage from £40</p></div>
    <header class="header">
      <details-modal class="header__search"><details><summary aria-haspopup="dialog" aria-label="Search"><svg aria-hidden="true" focusable="false" viewBox="0 0 18 19"><path d="M11 11 L17 18"/></svg></summary>
        <div class="search-modal" role="dialog" aria-modal="true" aria-label="Search"><form action="/search" method="get" role="search"><input type="search" name="q" id="Search-In-Modal" placeholder="Search"><label for="Search-In-Modal">Search</label><button class="search__button" aria-label="Search">&#128269;</button></form></div></details></details-modal>
      <a href="/" class="header__heading-link"><img src="//cdn.quaytea.example/logo.png" alt="Quay Tea" width="120" height="40"></a>
      <nav class="header__inline-menu"><ul role="list">
${Object.entries(kinds).map(([slug, name]) => `        <li><a href="/collections/${slug}">${name}</a></li>`).join('\n')}
        <li><a href="/pages/about">About</a></li>
        <li><a href="/pages/contact">Contact</a></li>
      </ul></nav>
      <a href="/cart" class="header__icon--cart"><svg aria-hidden="true" viewBox="0 0 40 40"><path d="M20 6v2"/></svg><span class="visually-hidden">Cart</span></a>
    </header>
    <main id="MainContent" class="content-for-layout" role="main" tabindex="-1">
${main}
    </main>
    <footer class="footer">
      <h2>News by mail</h2>
      <form method="post" action="/contact#ContactFooter" id="ContactFooter" accept-charset="UTF-8"><input type="hidden" name="form_type" value="customer"><input id="NewsletterForm--footer" type="email" name="contact[email]" autocomplete="email" required placeholder="Email"><label for="NewsletterForm--footer">Email</label><button type="submit" aria-label="Subscribe">&rarr;</button></form>
      <ul><li><a href="/policies/shipping">Shipping</a></li><li><a href="/policies/refunds">Refunds</a></li><li><a href="/policies/privacy">Privacy</a></li></ul>
      <small>&copy; 2026, <a href="/">Quay Tea</a></small>
    </footer>
  </body>
</html>
`;

const card = ({ slug, name, price, stock }) => `          <li class="grid__item"><div class="card-wrapper"><div class="card__media"><img src="//cdn.quaytea.example/${slug}.jpg" alt="A tin of ${name}" loading="lazy" width="533" height="533"></div><h3 class="card__heading"><a href="/products/${slug}" class="full-unstyled-link">${name}</a></h3><div class="price"><span class="visually-hidden">Regular price</span> £${price}</div>${stock ? '' : '<span class="badge">Sold out</span>'}</div></li>`;

const facets = (slug) => `        <div class="facets-wrapper"><form id="FacetFiltersForm" class="facets__form">
          <fieldset><legend>Availability</legend>
            <label for="Filter-1"><input type="checkbox" name="filter.v.availability" value="1" id="Filter-1"> In stock</label>
            <label for="Filter-2"><input type="checkbox" name="filter.v.availability" value="0" id="Filter-2"> Out of stock</label></fieldset>
          <fieldset><legend>Price</legend><label for="Filter-From">From</label><input type="number" name="filter.v.price.gte" id="Filter-From" min="0"><label for="Filter-To">To</label><input type="number" name="filter.v.price.lte" id="Filter-To" min="0"></fieldset>
          <label for="SortBy">Sort by:</label><select name="sort_by" id="SortBy"><option value="manual" selected>Featured</option><option value="price-ascending">Price, low to high</option><option value="price-descending">Price, high to low</option></select>
          <a href="/collections/${slug}" class="active-facets__button">Remove all</a>
        </form></div>`;

write('index.html', page({
  path: '/', title: 'Tea from the old quay', description: 'Loose tea, herbs from our own field and a few good pots, packed by hand in the old customs house on the quay.',
  head: `    <script type="application/ld+json">${JSON.stringify({ '@context': 'http://schema.org', '@type': 'Organization', name: 'Quay Tea', logo: 'https://cdn.quaytea.example/logo.png', sameAs: [], url: ORIGIN })}</script>\n    <script type="application/ld+json">${JSON.stringify({ '@context': 'http://schema.org', '@type': 'WebSite', name: 'Quay Tea', potentialAction: { '@type': 'SearchAction', target: `${ORIGIN}/search?q={search_term_string}`, 'query-input': 'required name=search_term_string' }, url: ORIGIN })}</script>\n`,
  main: `      <section><h1>Tea from the old quay</h1><p>We buy from nine gardens that we have visited, and from one field that we can see from the roof. Everything is packed by hand on the day it leaves.</p><a href="/collections/all" class="button">Shop all</a></section>
      <section><h2>Favourites</h2><ul class="grid product-grid">\n${products.slice(0, 4).map(card).join('\n')}\n        </ul></section>
      <section><h2>How we ship</h2><p>Orders that arrive before noon leave on the same day, in paper, without plastic. Postage is free from £40. <a href="/policies/shipping">Learn more</a></p></section>`,
}));
const collections = [['all', 'All products', products], ...Object.entries(kinds).map(([slug, name]) => [slug, name, products.filter(({ kind }) => kind === slug)])];
for (const [slug, name, some] of collections) {
  write(`collections/${slug}.html`, page({
    path: `/collections/${slug}`, title: name, description: `${name} from Quay Tea: ${some.map((each) => each.name).join(', ')}. Packed by hand and sent on the same day.`,
    main: `      <h1><span class="visually-hidden">Collection: </span>${name}</h1>\n${facets(slug)}\n      <p role="status">${some.length} products</p>\n        <ul id="product-grid" class="grid product-grid">\n${some.map(card).join('\n')}\n        </ul>`,
  }));
}
for (const product of products) {
  const { slug, name, price, stock, text, notes, minutes, degrees, rating, votes, weight } = product;
  const ld = {
    '@context': 'http://schema.org/', '@type': 'Product', name, url: `${ORIGIN}/products/${slug}`, image: [`https://cdn.quaytea.example/${slug}.jpg`], description: text, sku: slug.toUpperCase(), brand: { '@type': 'Brand', name: 'Quay Tea' },
    offers: [{ '@type': 'Offer', availability: `http://schema.org/${stock ? 'InStock' : 'OutOfStock'}`, price: Number(price), priceCurrency: 'GBP', url: `${ORIGIN}/products/${slug}` }],
    aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: votes },
  };
  write(`products/${slug}.html`, page({
    path: `/products/${slug}`, title: name, description: text.slice(0, 150), type: 'product',
    head: `    <meta property="og:price:amount" content="${price}">\n    <meta property="og:price:currency" content="GBP">\n`,
    main: `      <section class="product"><div class="product__media"><img src="//cdn.quaytea.example/${slug}.jpg" alt="A tin of ${name}" width="1200" height="1200"><img src="//cdn.quaytea.example/${slug}-leaf.jpg" width="1200" height="1200" loading="lazy"></div>
        <div class="product__info"><h1>${name}</h1><div class="price">£${price} <small>${weight}</small></div>
        <form method="post" action="/cart/add" class="form"><input type="hidden" name="id" value="${slug}"><label for="Quantity">Quantity</label><button class="quantity__button" name="minus" type="button"><span class="visually-hidden">Decrease quantity for ${name}</span></button><input id="Quantity" type="number" name="quantity" min="1" value="1"><button class="quantity__button" name="plus" type="button"><span class="visually-hidden">Increase quantity for ${name}</span></button><button type="submit" name="add"${stock ? '' : ' disabled'}>${stock ? 'Add to cart' : 'Sold out'}</button></form>
        <p>${text}</p>
        <h2>Notes</h2><ul>${notes.map((note) => `<li>${note}</li>`).join('')}</ul>
        ${minutes > 0 ? `<h2>Brewing</h2><table><tr><th scope="row">Leaf</th><td>12 g a litre</td></tr><tr><th scope="row">Water</th><td>${degrees} °C</td></tr><tr><th scope="row">Time</th><td>${minutes} minutes</td></tr></table>` : ''}
        <details><summary>Shipping and returns</summary><p>Sent on the same day. Unopened tins can be returned for thirty days.</p></details></div></section>
      <section><h2>You may also like</h2><ul class="grid">\n${products.filter((other) => other.kind === product.kind && other !== product).slice(0, 2).map(card).join('\n')}\n        </ul></section>
      <script type="application/ld+json">${JSON.stringify(ld)}</script>`,
  }));
}
const text = (path, title, description, main) => write(`${path.slice(1)}.html`, page({ path, title, description, main: `      <h1 class="main-page-title">${title}</h1>\n      <div class="rte">${main}</div>` }));
text('/pages/about', 'About', 'Who packs the tea, where the leaves come from, and why there is a crane in front of the shop.', '<p>The customs house was built in 1842 to weigh tea, and for the last sixty years it weighed nothing. We rented two rooms of it in 2014 and found the old scales in the cellar.</p><p>There are five of us. Three pack, one buys and one looks after the field. In October everybody picks nettles.</p>');
text('/pages/contact', 'Contact', 'Write to the shop about an order, a tea or a visit. We answer on working days before noon.', '<p>We answer on working days before noon. For orders that have not left yet, the telephone is quicker: 01632 960 119.</p><form method="post" action="/contact#ContactForm" id="ContactForm" accept-charset="UTF-8"><input autocomplete="name" type="text" id="ContactForm-name" name="contact[Name]" placeholder="Name"><label for="ContactForm-name">Name</label><input autocomplete="email" type="email" id="ContactForm-email" name="contact[email]" required placeholder="Email"><label for="ContactForm-email">Email</label><textarea rows="10" id="ContactForm-body" name="contact[Comment]" placeholder="Comment"></textarea><label for="ContactForm-body">Comment</label><button>Send</button></form>');
text('/policies/shipping', 'Shipping policy', 'What postage costs, how long parcels take and what happens when one does not arrive.', '<table><thead><tr><th>To</th><th>Days</th><th>Price</th></tr></thead><tbody><tr><td>Great Britain</td><td>1 to 3</td><td>£3.20</td></tr><tr><td>Ireland</td><td>3 to 5</td><td>£6.90</td></tr><tr><td>Europe</td><td>5 to 10</td><td>£11.50</td></tr></tbody></table><p>A parcel that has not come after three weeks is sent again, once, without questions.</p>');
text('/policies/refunds', 'Refund policy', 'How to return an unopened tin within thirty days, and what we do about tea that you do not like.', '<p>Unopened tins can come back within thirty days. Write to us first, so that we expect them.</p><p>If you do not like a tea that you have opened, tell us what you like instead. We send you twenty grams of something else.</p>');
text('/policies/privacy', 'Privacy policy', 'What we keep about you when you order, for how long, and whom we give it to: the post office.', '<p>We keep your address until the parcel has arrived and the invoice for as long as the law says. The post office gets the address. Nobody gets the rest.</p>');
write('cart.html', page({ path: '/cart', title: 'Your shopping cart', description: 'The products in your cart.', main: '      <h1>Your cart is empty</h1><a href="/collections/all" class="button">Continue shopping</a><p>Have an account? <a href="/account/login">Log in</a> to check out faster.</p>' }));
write('account/login.html', page({ path: '/account/login', title: 'Account', description: 'Sign in to your account.', main: '      <h1>Login</h1><form method="post" action="/account/login"><label for="CustomerEmail">Email</label><input type="email" name="customer[email]" id="CustomerEmail" autocomplete="email"><label for="CustomerPassword">Password</label><input type="password" name="customer[password]" id="CustomerPassword" autocomplete="current-password"><a href="#recover">Forgot your password?</a><button>Sign in</button><a href="/account/register">Create account</a></form>' }));
write('404.html', page({ path: '/404', title: '404 Not Found', description: 'Page not found.', main: '      <p>404</p><h1>Page not found</h1><a href="/collections/all">Continue shopping</a>' }));
const urls = (list) => `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list.map(([path, day]) => `  <url><loc>${ORIGIN}${path}</loc><lastmod>${day}</lastmod><changefreq>daily</changefreq></url>`).join('\n')}\n</urlset>\n`;
write('sitemap_products_1.xml', urls([['/', '2026-10-30'], ...products.map(({ slug }, at) => [`/products/${slug}`, `2026-10-${10 + at}`])]));
write('sitemap_collections_1.xml', urls(collections.map(([slug], at) => [`/collections/${slug}`, `2026-10-${20 + at}`])));
write('sitemap_pages_1.xml', urls([['/pages/about', '2026-03-01'], ['/pages/contact', '2026-03-02']]));
write('sitemap.xml', `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${['products', 'collections', 'pages'].map((name) => `  <sitemap><loc>${ORIGIN}/sitemap_${name}_1.xml</loc></sitemap>`).join('\n')}\n</sitemapindex>\n`);
write('robots.txt', `# we use a shop platform\n\nUser-agent: *\nDisallow: /admin\nDisallow: /cart\nDisallow: /account\nDisallow: /search\nDisallow: /collections/*sort_by*\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
