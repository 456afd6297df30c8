import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../auth/passwords.ts';
import { type Markup, markup } from '../markup.ts';
import { fault, PATHS, tokenField } from './frame.ts';

/** @param next where a successful sign-in leads */
export const signInForm = (
  formToken: string,
  { next, email = '', message }: { next: string; email?: string; message?: string },
): Markup => markup`<h1>Sign in</h1>
<p class="soft">For your API keys and your scans. Scanning a site, and asking questions, needs no account.</p>
${fault(message)}
<form method="post" action="${PATHS.signIn}" class="card stack">
<div class="field"><label for="email">Email address</label>
<input type="text" inputmode="email" id="email" name="email" value="${email}" autocomplete="username" autocapitalize="off" spellcheck="false" maxlength="254" required></div>
<div class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="${MAX_PASSWORD_LENGTH * 2}" required></div>
<button type="submit" class="button">Sign in</button>
${tokenField(formToken)}<input type="hidden" name="next" value="${next}">
</form>
<p class="soft small">No password, or forgotten? Whoever runs this installation makes you a one-time link: <code>legible account reset-password --email you@example.com</code></p>`;

export const setPasswordForm = (
  formToken: string,
  { token, email, message }: { token: string; email: string; message?: string },
): Markup => markup`<h1>Choose a password</h1>
<p class="soft">For <strong>${email}</strong>. This link works once. A new password signs the account out everywhere else.</p>
${fault(message)}
<form method="post" action="${PATHS.setPassword}" class="card stack">
<div class="field"><label for="password">New password</label>
<input type="password" id="password" name="password" autocomplete="new-password" minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}" aria-describedby="password-hint" required>
<p class="soft small" id="password-hint">At least ${MIN_PASSWORD_LENGTH} characters. A few random words are easy to remember and hard to guess.</p></div>
<button type="submit" class="button">Set the password and sign in</button>
${tokenField(formToken)}<input type="hidden" name="token" value="${token}"><input type="text" name="email" value="${email}" autocomplete="username" hidden>
</form>`;

export const deadLink = (message: string): Markup => markup`<h1>This link does not work any more</h1>
<p>${message}</p>
<p>Whoever runs this installation makes a new one: <code>legible account reset-password --email you@example.com</code></p>
<p><a href="${PATHS.scans}">Sign in with a password</a></p>`;

export const staleForm: Markup = markup`<h1>That form is out of date</h1>
<p>It was not sent from a page that was made for this browser, or you have signed in or out since. Nothing was changed.</p>
<p><a class="button" href="${PATHS.scans}">To the dashboard</a></p>`;
