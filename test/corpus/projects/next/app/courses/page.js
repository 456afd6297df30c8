import Image from 'next/image';
import Link from 'next/link';
import { courses } from '../../lib/data';

export const dynamic = 'force-dynamic';
export const metadata = {
  title: 'Courses',
  description: 'All courses of the school from January to April 2027, with dates, prices and free places.',
  alternates: { canonical: '/courses' },
};

export default function Courses() {
  return (
    <>
      <h1>Courses</h1>
      <table>
        <thead>
          <tr><th>Course</th><th>Starts</th><th>Days</th><th>Price</th></tr>
        </thead>
        <tbody>
          {courses.map(({ slug, title, start, days, price }) => (
            <tr key={slug}>
              <td><Link href={`/courses/${slug}`}>{title}</Link></td>
              <td><time dateTime={start}>{start}</time></td>
              <td>{days}</td>
              <td>£{price}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Image src="/workshop.jpg" alt="Eight people folding paper at two long tables" width={800} height={450} unoptimized />
    </>
  );
}
