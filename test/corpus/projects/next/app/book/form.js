'use client';
import { useState } from 'react';
import { courses } from '../../lib/data';

export default function BookForm() {
  const [people, setPeople] = useState(1);
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <label>Course<select name="course">{courses.map(({ slug, title }) => <option key={slug} value={slug}>{title}</option>)}</select></label>
      <label>Name<input name="name" autoComplete="name" required /></label>
      <label>Mail<input name="email" type="email" autoComplete="email" required /></label>
      <button type="button" onClick={() => setPeople(Math.max(1, people - 1))}>Fewer</button>
      <output>{people}</output>
      <button type="button" onClick={() => setPeople(people + 1)}>More</button>
      <button type="submit">Book</button>
    </form>
  );
}
