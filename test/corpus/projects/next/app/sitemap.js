import { courses, teachers } from '../lib/data';

export default function sitemap() {
  const base = 'https://oldforge.example';
  return [
    ...['', '/courses', '/visit', '/book'].map((path) => ({ url: base + path, lastModified: '2026-10-02' })),
    ...courses.map(({ slug }) => ({ url: `${base}/courses/${slug}`, lastModified: '2026-10-19' })),
    ...teachers.map(({ slug }) => ({ url: `${base}/teachers/${slug}`, lastModified: '2026-09-11' })),
  ];
}
