export default {
  title: 'Pelwick',
  tagline: 'A job scheduler for your own machines',
  url: 'https://docs.pelwick.example',
  baseUrl: '/',
  onBrokenLinks: 'warn',
  i18n: { defaultLocale: 'en', locales: ['en'] },
  markdown: { format: 'detect' },
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/', sidebarPath: './sidebars.js' },
        blog: {
          showReadingTime: true,
          onUntruncatedBlogPosts: 'ignore',
          onInlineTags: 'ignore',
        },
        theme: {},
      },
    ],
  ],
  plugins: [['docusaurus-plugin-llms', { generateMarkdownFiles: true }]],
  themeConfig: {
    navbar: {
      title: 'Pelwick',
      items: [
        { type: 'docSidebar', sidebarId: 'docs', label: 'Docs', position: 'left' },
        { to: '/blog', label: 'Blog', position: 'left' },
        { href: 'https://git.pelwick.example/pelwick', label: 'Source', position: 'right' },
      ],
    },
    footer: { copyright: 'The Pelwick authors' },
    prism: { additionalLanguages: ['bash', 'yaml', 'json', 'nginx', 'docker', 'http'] },
  },
};
