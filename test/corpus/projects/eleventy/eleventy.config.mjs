import { feedPlugin } from '@11ty/eleventy-plugin-rss';
import syntaxHighlight from '@11ty/eleventy-plugin-syntaxhighlight';

export default function (config) {
  config.addPlugin(syntaxHighlight);
  config.addPlugin(feedPlugin, {
    type: 'atom',
    outputPath: '/feed.xml',
    collection: { name: 'posts', limit: 10 },
    metadata: {
      language: 'en',
      title: 'Two slow wheels',
      subtitle: 'Notes on riding, repairing and baking for the road',
      base: 'https://twoslowwheels.example/',
      author: { name: 'Marta Lind' },
    },
  });
  config.addFilter('day', (date) => date.toISOString().slice(0, 10));
  config.addFilter('longDay', (date) =>
    date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  );
  config.addFilter('topics', (tags) => (tags ?? []).filter((tag) => tag !== 'posts'));
  config.addCollection('topicList', (collections) => [
    ...new Set(collections.getFilteredByTag('posts').flatMap(({ data }) => data.tags.filter((tag) => tag !== 'posts'))),
  ]);
}
