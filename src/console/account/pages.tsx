import { raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { isSetUpDue } from '../../auth/rules.ts';
import type { Codes, SecondFactorState, SetUp } from '../../auth/second-factor/rules.ts';
import type { Session } from '../../auth/sessions/store.ts';
import { UNKNOWN_DEVICE } from '../../core/client.ts';
import { noticesToWire } from '../../mail/notices/contract.ts';
import { type Choices, NOTICES, type Notice } from '../../mail/rules.ts';
import { Tick } from '../choice.tsx';
import { BASE, type Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { formPage } from '../form-page.tsx';
import { NewPassword } from '../new-password.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Note, Panel } from '../parts.tsx';
import { tagOf } from '../submit.ts';
import { WORDS } from './words.ts';

export const ACCOUNT = `${BASE}/account`;

interface Account {
	factor: SecondFactorState;
	sessions: readonly Session[];
	choices: Choices;
}

/** Everything that somebody decides about the own account. A form that was refused shows why. */
export function accountPage(
	c: Context,
	account: Account,
	refused: { part?: string } & Refused = {},
	status = 200,
) {
	const words = WORDS[c.var.language];
	const { visitor } = c.var;
	const stateOf = (part: string): Refused => (refused.part === part ? refused : {});
	return page(
		c,
		{ title: words.title },
		<>
			<Heading title={words.title} above={visitor?.email} />
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			{visitor !== undefined && isSetUpDue(visitor, c.env.PLATFORM_SECOND_FACTOR) && (
				<Note>{words.demanded}</Note>
			)}
			<div class="columns">
				<div>
					<Panel title={words.factor}>
						<SecondFactor factor={account.factor} stateOf={stateOf} />
					</Panel>
					<Panel title={words.password}>
						<Form to={`${ACCOUNT}/password`} state={stateOf('password')}>
							<Field
								name="currentPassword"
								label={words.current}
								type="password"
								autocomplete="current-password"
							/>
							<NewPassword />
							<p class="hint">{words.changeHint}</p>
							<Buttons>
								<button type="submit">{words.change}</button>
							</Buttons>
						</Form>
					</Panel>
				</div>
				<div>
					{account.sessions.length > 0 && (
						<Panel title={words.sessions}>
							<Sessions sessions={account.sessions} />
						</Panel>
					)}
					<Panel title={words.notices}>
						<Form
							to={`${ACCOUNT}/notices`}
							state={stateOf('notices')}
							etag={tagOf(noticesToWire(account.choices))}
						>
							{(Object.keys(NOTICES) as Notice[]).map((name) => (
								<Tick name={name} label={words.names[name]} isOn={account.choices[name]} />
							))}
							<p class="hint">{words.noticesHint}</p>
							<Buttons>
								<button type="submit">{words.save}</button>
							</Buttons>
						</Form>
					</Panel>
					{visitor?.employeeId != null && (
						<Panel title={words.data}>
							<p>{words.dataHint}</p>
							<p class="buttons">
								<a class="button" href={`${ACCOUNT}/data`} download>
									{words.download}
								</a>
							</p>
						</Panel>
					)}
				</div>
			</div>
		</>,
		status,
	);
}

interface FactorProps {
	factor: SecondFactorState;
	stateOf: (part: string) => Refused;
}

function SecondFactor({ factor, stateOf }: FactorProps) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const state = stateOf('factor');
	const password = factor.hasPassword && (
		<Field
			name="password"
			id="factor-password"
			label={words.current}
			type="password"
			autocomplete="current-password"
		/>
	);
	if (!factor.isSet) {
		return (
			<Form to={`${ACCOUNT}/second-factor`} state={state}>
				<p>{words.factorOff}</p>
				{password}
				<Buttons>
					<button type="submit">{words.setUp}</button>
				</Buttons>
			</Form>
		);
	}
	return (
		<Form to={`${ACCOUNT}/second-factor/change`} state={state}>
			<p>{words.factorOn(say.day(factor.dateConfirmed ?? c.var.now), factor.recoveryCodesLeft)}</p>
			{password}
			<Field name="code" label={words.code} hint={words.codeHint} autocomplete="one-time-code" />
			<Buttons>
				<button type="submit" name="wish" value="codes">
					{words.renew}
				</button>
				<button type="submit" name="wish" value="removal" class="danger">
					{words.remove}
				</button>
			</Buttons>
		</Form>
	);
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
	const { say, visitor } = useReader();
	const words = useWords(WORDS);
	const place = ({ city, country }: Session) => [city, country].filter(Boolean).join(', ');
	return (
		<>
			<ul class="rows">
				{sessions.map((session) => (
					<li>
						<span>
							{words.device(session.device ?? UNKNOWN_DEVICE)} <small>{place(session)}</small>
							<br />
							<small>{words.since(say.time(session.dateUsed))}</small>
						</span>
						{session.id === visitor?.sessionId ? (
							<Badge mood="good">{words.here}</Badge>
						) : (
							<Form to={`${ACCOUNT}/sessions/${session.id}/end`}>
								<button type="submit" class="plain">
									{words.end}
								</button>
							</Form>
						)}
					</li>
				))}
			</ul>
			{sessions.length > 1 && (
				<Form to={`${ACCOUNT}/sessions/end-others`}>
					<button type="submit">{words.endOthers}</button>
				</Form>
			)}
		</>
	);
}

/** Shows the key of an authenticator app, and asks for its first code. */
export function confirmPage(c: Context, setUp: SetUp | null, state: Refused = {}, status = 200) {
	const words = WORDS[c.var.language];
	const lead = setUp?.uri != null && (
		<Panel>
			<p>{words.scan}</p>
			<div class="qr" role="img" aria-label={words.picture}>
				{raw(renderSVG(setUp.uri, { ecc: 'M', border: 4 }))}
			</div>
			<p>
				{words.key}: <code>{setUp.secret}</code>
			</p>
		</Panel>
	);
	const form = { to: `${ACCOUNT}/second-factor/confirm`, state, button: words.confirm };
	const field = <Field name="code" label={words.code} autocomplete="one-time-code" inputmode="numeric" />;
	return formPage(c, { title: words.factor, lead, ...form }, field, status);
}

export function codesPage(c: Context, { recoveryCodes }: Codes) {
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.codes },
		<div class="narrow">
			<Heading title={words.codes} />
			<Panel>
				<p>{words.codesHint}</p>
				<ul>
					{recoveryCodes?.map((code) => (
						<li>
							<code>{code}</code>
						</li>
					))}
				</ul>
			</Panel>
			<p>
				<a class="button main" href={ACCOUNT}>
					{words.goOn}
				</a>
			</p>
		</div>,
	);
}
