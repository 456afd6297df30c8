import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightLlmsTxt from 'starlight-llms-txt';

export default defineConfig({
  site: 'https://docs.pelwick.example',
  integrations: [
    starlight({
      title: 'Pelwick',
      description: 'Documentation of the Pelwick job scheduler',
      plugins: [starlightLlmsTxt()],
      social: [{ icon: 'github', label: 'Source code', href: 'https://git.pelwick.example/pelwick' }],
      sidebar: [
        { label: 'Guide', autogenerate: { directory: 'guide' } },
        { label: 'API', autogenerate: { directory: 'api' } },
        { label: 'More', items: ['cli/commands', 'faq', 'changelog'] },
      ],
    }),
  ],
});
