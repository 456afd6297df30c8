import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';

export default defineConfig({
  title: 'Pelwick',
  description: 'Documentation of the Pelwick job scheduler',
  lang: 'en-GB',
  cleanUrls: true,
  lastUpdated: false,
  sitemap: { hostname: 'https://docs.pelwick.example' },
  vite: { plugins: process.env.WITH_LLMS_TXT !== '1' ? [] : [llmstxt({ domain: 'https://docs.pelwick.example' })] },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/getting-started' },
      { text: 'API', link: '/api/overview' },
      { text: 'Command line', link: '/cli/commands' },
    ],
    sidebar: [
      {
        text: 'Guide',
        items: [
          { text: 'Getting started', link: '/guide/getting-started' },
          { text: 'Concepts', link: '/guide/concepts' },
          { text: 'Configuration', link: '/guide/configuration' },
          { text: 'Schedules', link: '/guide/schedules' },
          { text: 'Retries and time limits', link: '/guide/retries' },
          { text: 'Deployment', link: '/guide/deployment' },
          { text: 'Monitoring', link: '/guide/monitoring' },
          { text: 'Upgrading', link: '/guide/upgrading' },
        ],
      },
      {
        text: 'API',
        items: [
          { text: 'Overview', link: '/api/overview' },
          { text: 'Jobs', link: '/api/jobs' },
          { text: 'Runs', link: '/api/runs' },
          { text: 'Errors', link: '/api/errors' },
        ],
      },
      {
        text: 'More',
        items: [
          { text: 'Command line', link: '/cli/commands' },
          { text: 'Questions', link: '/faq' },
          { text: 'Changelog', link: '/changelog' },
        ],
      },
    ],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: 'https://git.pelwick.example/pelwick' }],
    footer: { message: 'Published under the Apache licence.', copyright: 'The Pelwick authors' },
  },
});
