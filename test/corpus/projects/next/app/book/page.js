import BookForm from './form';

export const dynamic = 'force-dynamic';
export const metadata = { title: 'Book a place', description: 'Book one or more places on a course of the Old Forge. You pay on the first morning.', alternates: { canonical: '/book' } };

export default function Book() {
  return (
    <>
      <h1>Book a place</h1>
      <p>You pay on the first morning, in cash or by card. We write to you within a day.</p>
      <BookForm />
    </>
  );
}
