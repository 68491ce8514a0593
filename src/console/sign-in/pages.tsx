import { BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { Heading, page } from '../page.tsx';
import { Note } from '../parts.tsx';
import { demoOf } from './demo.ts';
import { WORDS } from './words.ts';

/** What goes along through the steps of a sign-in: where to go afterwards, and a form that is to be sent then. */
export interface Way {
	to: string;
	kept: string;
	/** Whether somebody who is signed in proves it once more. */
	isAgain: boolean;
}

const Along = ({ to, kept, isAgain }: Way) => (
	<>
		<input type="hidden" name="to" value={to} />
		{kept !== '' && <input type="hidden" name="kept" value={kept} />}
		{isAgain && <input type="hidden" name="again" value="on" />}
	</>
);

/** Asks for the address, which decides how one signs in. */
export function askEmail(c: Context, way: Way, state: Refused & { notice?: string } = {}, status = 200) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.title },
		<div class="narrow">
			<Heading title={words.title} />
			{state.notice !== undefined && <Note>{state.notice}</Note>}
			{way.kept !== '' && <Note>{words.ended}</Note>}
			<Form to={`${BASE}/sign-in`} state={state} class="panel">
				<Along {...way} />
				<Field name="email" label={words.email} type="email" autocomplete="username" maxlength={255} />
				<Buttons>
					<button type="submit" class="main">
						{words.go}
					</button>
				</Buttons>
			</Form>
			<Demo c={c} way={way} />
		</div>,
		status,
	);
}

function Demo({ c, way }: { c: Context; way: Way }) {
	const words = WORDS[c.var.language];
	const demo = demoOf(c);
	if (demo === null) return null;
	return (
		<section class="panel">
			<h2>{words.demo}</h2>
			<p class="hint">{words.demoHint}</p>
			<ul class="rows">
				{demo.accounts.map(({ email, role, company }) => (
					<li>
						<form method="post" action={`${BASE}/sign-in/password`}>
							<Along {...way} />
							<input type="hidden" name="email" value={email} />
							<input type="hidden" name="password" value={demo.password} />
							<button type="submit" class="plain">
								{email}
							</button>
						</form>
						<small>
							{role}
							{company === null ? '' : ` · ${company}`}
						</small>
					</li>
				))}
			</ul>
		</section>
	);
}

interface ToProve {
	email: string;
	/** The address of the company's provider, if it has one. */
	provider: string | null;
}

/** Asks for the password, and shows the way to the company's provider. */
export function askPassword(
	c: Context,
	way: Way,
	{ email, provider }: ToProve,
	state: Refused = {},
	status = 200,
) {
	const words = WORDS[c.var.language];
	const title = way.isAgain ? words.again : words.title;
	return page(
		c,
		{ title },
		<div class="narrow">
			<Heading title={title} above={email} />
			{way.isAgain && <p>{words.whyAgain}</p>}
			{provider !== null && (
				<p>
					<a class="button main" href={provider}>
						{words.byProvider}
					</a>
				</p>
			)}
			{provider !== null && <p>{words.orPassword}</p>}
			<Form to={`${BASE}/sign-in/password`} state={state} class="panel">
				<Along {...way} />
				<input type="hidden" name="email" value={email} autocomplete="username" />
				<Field
					name="password"
					label={words.password}
					type="password"
					autocomplete="current-password"
					maxlength={255}
				/>
				<Buttons>
					<button type="submit" class="main">
						{words.signIn}
					</button>
				</Buttons>
			</Form>
			<p>
				<a href={`${BASE}/sign-in/forgotten`}>{words.forgotten}</a>
			</p>
			{!way.isAgain && (
				<p>
					<a href={`${BASE}/sign-in?to=${encodeURIComponent(way.to)}`}>{words.other}</a>
				</p>
			)}
		</div>,
		status,
	);
}

/** Asks for the second factor of somebody whose password was right. */
export function askCode(c: Context, way: Way, challenge: string, state: Refused = {}, status = 200) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.codeTitle },
		<div class="narrow">
			<Heading title={words.codeTitle} />
			<Form to={`${BASE}/sign-in/code`} state={state} class="panel">
				<Along {...way} />
				<input type="hidden" name="challenge" value={challenge} />
				<Field
					name="code"
					label={words.code}
					hint={words.codeHint}
					autocomplete="one-time-code"
					maxlength={50}
				/>
				<Buttons>
					<button type="submit" class="main">
						{words.signIn}
					</button>
				</Buttons>
			</Form>
		</div>,
		status,
	);
}

/** Offers to send a link for a new password. */
export function askReset(c: Context, state: Refused & { isSent?: boolean } = {}, status = 200) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.reset },
		<div class="narrow">
			<Heading title={words.reset} />
			{state.isSent ? (
				<Note mood="good">{words.sent}</Note>
			) : (
				<Form to={`${BASE}/sign-in/forgotten`} state={state} class="panel">
					<p>{words.resetHint}</p>
					<Field name="email" label={words.email} type="email" autocomplete="username" maxlength={255} />
					<Buttons>
						<button type="submit" class="main">
							{words.sendLink}
						</button>
					</Buttons>
				</Form>
			)}
			<p>
				<a href={`${BASE}/sign-in`}>{words.title}</a>
			</p>
		</div>,
		status,
	);
}
