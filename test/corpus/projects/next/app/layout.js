import Link from 'next/link';

export const metadata = {
  metadataBase: new URL('https://oldforge.example'),
  title: { default: 'The Old Forge, school of crafts', template: '%s | The Old Forge' },
  description: 'Weekend courses in bookbinding, green woodwork and letterpress in a former forge by the canal.',
  openGraph: { siteName: 'The Old Forge', type: 'website' },
};

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">The Old Forge</Link>
          <nav aria-label="Main">
            <Link href="/courses">Courses</Link>
            <Link href="/teachers/ada-fenn">Teachers</Link>
            <Link href="/visit">Visit</Link>
            <Link href="/book">Book a place</Link>
          </nav>
        </header>
        <main>{children}</main>
        <footer>
          <p>The Old Forge, 3 Canal Wharf. Open Thursday to Sunday.</p>
        </footer>
      </body>
    </html>
  );
}
