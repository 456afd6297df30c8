import Link from 'next/link';
import { notFound } from 'next/navigation';
import { courses, teachers } from '../../../lib/data';

export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }) {
  const { slug } = await params;
  const teacher = teachers.find((each) => each.slug === slug);
  return teacher === undefined ? {} : { title: teacher.name };
}

export default async function Teacher({ params }) {
  const { slug } = await params;
  const teacher = teachers.find((each) => each.slug === slug);
  if (teacher === undefined) notFound();
  return (
    <>
      <h1>{teacher.name}</h1>
      <p>Teaches {teacher.craft}.</p>
      <p>{teacher.text}</p>
      <h2>Courses</h2>
      <ul>
        {courses.filter((course) => course.teacher === slug).map((course) => (
          <li key={course.slug}><Link href={`/courses/${course.slug}`}>{course.title}</Link></li>
        ))}
      </ul>
      <h2>Other teachers</h2>
      <ul>
        {teachers.filter((other) => other.slug !== slug).map((other) => (
          <li key={other.slug}><Link href={`/teachers/${other.slug}`}>{other.name}</Link></li>
        ))}
      </ul>
    </>
  );
}
