export default function robots() {
  return { rules: { userAgent: '*', allow: '/', disallow: '/admin/' }, sitemap: 'https://oldforge.example/sitemap.xml' };
}
