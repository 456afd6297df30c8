import Link from 'next/link';
import { courses } from '../lib/data';

export const dynamic = 'force-dynamic';
export const metadata = { alternates: { canonical: '/' } };

export default function Home() {
  const ld = { '@context': 'https://schema.org', '@type': 'EducationalOrganization', name: 'The Old Forge', url: 'https://oldforge.example/' };
  return (
    <>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(ld) }} />
      <h1>Learn a craft in a weekend</h1>
      <p>The forge has been cold since 1971. Since 2009 it has been a school: three rooms, a stove, nine presses and a yard full of logs. Courses have at most ten places, because there are ten hooks for coats.</p>
      <h2>Next courses</h2>
      <ul>
        {courses.slice(0, 4).map((course) => (
          <li key={course.slug}>
            <Link href={`/courses/${course.slug}`}>{course.title}</Link>, {course.days} {course.days === 1 ? 'day' : 'days'}, £{course.price}
          </li>
        ))}
      </ul>
      <h2>How it works</h2>
      <p>Book a place, come by train if you can, and bring lunch. Materials and tools are included unless the course says otherwise. If you cannot come, tell us a week before and we move your place to another date.</p>
    </>
  );
}
