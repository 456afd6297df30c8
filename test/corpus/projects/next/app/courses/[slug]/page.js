import Link from 'next/link';
import { notFound } from 'next/navigation';
import { courses, teachers } from '../../../lib/data';

export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }) {
  const { slug } = await params;
  const course = courses.find((each) => each.slug === slug);
  if (course === undefined) return {};
  return {
    title: course.title,
    description: course.summary,
    alternates: { canonical: `/courses/${slug}` },
    openGraph: { title: course.title, description: course.summary, url: `/courses/${slug}` },
  };
}

export default async function Course({ params }) {
  const { slug } = await params;
  const course = courses.find((each) => each.slug === slug);
  if (course === undefined) notFound();
  const teacher = teachers.find((each) => each.slug === course.teacher);
  const ld = {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.title,
    description: course.summary,
    provider: { '@type': 'Organization', name: 'The Old Forge', url: 'https://oldforge.example/' },
    offers: { '@type': 'Offer', price: course.price, priceCurrency: 'GBP' },
  };
  return (
    <article>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(ld) }} />
      <h1>{course.title}</h1>
      <p>{course.summary}</p>
      <dl>
        <dt>Starts</dt><dd><time dateTime={course.start}>{course.start}</time></dd>
        <dt>Length</dt><dd>{course.days} {course.days === 1 ? 'day' : 'days'}</dd>
        <dt>Places</dt><dd>{course.places}</dd>
        <dt>Price</dt><dd>£{course.price}</dd>
        <dt>Teacher</dt><dd><Link href={`/teachers/${teacher.slug}`}>{teacher.name}</Link></dd>
      </dl>
      <h2>What we do</h2>
      {course.body.map((text) => <p key={text}>{text}</p>)}
      <h2>What to bring</h2>
      <ul>{course.bring.map((thing) => <li key={thing}>{thing}</li>)}</ul>
      <Link href={`/book?course=${slug}`}>Book this course</Link>
    </article>
  );
}
