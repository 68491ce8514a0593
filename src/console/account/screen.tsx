import { createMiddleware } from 'hono/factory';
import { meToWire, updateMeRoute } from '../../administration/accounts/contract.ts';
import { readMe, updateMe } from '../../administration/accounts/me/actions.ts';
import type { RequestingUser } from '../../administration/accounts/store.ts';
import { endOtherSessionsFor, endOwnSessionFor } from '../../administration/causes/actions.ts';
import type { Consequences } from '../../administration/causes/rules.ts';
import { exportEmployee } from '../../administration/privacy/export/actions.ts';
import { UNKNOWN_DEVICE } from '../../foundation/core/client.ts';
import { isPushed } from '../../foundation/core/push-settings.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import { answerZip } from '../../foundation/http/file.ts';
import { changeOwnPassword } from '../../tenants/auth/password/actions.ts';
import { changeOwnPasswordRoute } from '../../tenants/auth/password/contract.ts';
import { isSetUpDue } from '../../tenants/auth/rules.ts';
import { readSecondFactor } from '../../tenants/auth/second-factor/actions.ts';
import type { SecondFactorState } from '../../tenants/auth/second-factor/rules.ts';
import { listSessions } from '../../tenants/auth/sessions/actions.ts';
import type { Session } from '../../tenants/auth/sessions/store.ts';
import { readNotices, updateNotices } from '../../tenants/mail/notices/actions.ts';
import { noticesToWire, updateNoticesRoute } from '../../tenants/mail/notices/contract.ts';
import { NOTICES, type Notice } from '../../tenants/mail/rules.ts';
import { COMPROMISED, EndForeign, endedPage } from '../consequences.tsx';
import { asApi, type ConsoleEnv, type Context, type Screen } from '../env.ts';
import { Buttons, Form, Submit } from '../form.tsx';
import { Fields, FormFor, form } from '../forms.tsx';
import { email, flag, language, newPassword, oneOf, optional, secret, text } from '../kinds.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Badge, ButtonLink, Done, Note, Panel } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { takeForm, takeFormOnce } from '../taking.ts';
import { textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { DEVICES, takeDevices } from './devices.tsx';
import { ownReceiptAddress, ReceiptsByMail, takeReceiptAddress } from './receipts.tsx';
import { ownRequest, Request, takeRequest } from './request.tsx';
import { SecondFactor, takeSecondFactor } from './second-factor.tsx';
import { ACCOUNT, WORDS } from './words.ts';

const MAX_SESSIONS = 100;
const SAVED = `${ACCOUNT}?saved`;

const password = form({
	words: WORDS,
	fields: { currentPassword: secret('current-password'), password: newPassword },
	contract: changeOwnPasswordRoute,
	attempt: (call, _: null, change) => changeOwnPassword(call, change),
});
const NAMES = Object.keys(NOTICES) as Notice[];
const notices = form({
	words: { en: WORDS.en.names, de: WORDS.de.names },
	fields: Object.fromEntries(NAMES.map((name) => [name, flag()])) as Record<Notice, ReturnType<typeof flag>>,
	contract: updateNoticesRoute,
	attempt: (call, _: null, choices) => updateNotices(call, choices),
	toWire: noticesToWire,
});

const profile = form({
	words: WORDS,
	fields: { firstName: optional(text()), lastName: optional(text()), language },
	contract: updateMeRoute,
	attempt: (call, _: null, names) => updateMe(call, names),
	toWire: meToWire,
});
const address = form({
	words: WORDS,
	fields: {
		email: email({ autocomplete: 'email' }),
		password: optional(secret('current-password')),
		code: optional(text({ autocomplete: 'one-time-code' })),
	},
	contract: updateMeRoute,
	attempt: (call, _: null, change) => updateMe(call, change),
});

const REASON = { reason: optional(oneOf([COMPROMISED])) };
const ending = form({
	part: 'one',
	fields: REASON,
	attempt: (call, _: null, { reason }, c) =>
		endOwnSessionFor(call, c.req.param('sessionId') ?? '', reason === COMPROMISED),
});
const endingOthers = form({
	part: 'others',
	fields: REASON,
	attempt: (call, _: null, { reason }) => endOtherSessionsFor(call, reason === COMPROMISED),
});

/** Shows what ended with sessions of somebody else. Otherwise, it leads back to the page. */
const ended = (c: Context, found: Consequences, to: string) =>
	textIn(c.var.typed, 'reason') === COMPROMISED ? endedPage(c, found, to) : c.redirect(to, 303);

/** People without a password and a second factor prove themselves by a recent sign-in. */
const proofOfAddress = createMiddleware<ConsoleEnv>(async (c, next) => {
	const { hasPassword, isSet } = await readSecondFactor(c.var.call);
	return hasPassword || isSet ? next() : proof(c, next);
});

/** The name, address, password, second factor, sessions and mails of the reader. */
export const account: Screen = {
	links: [
		{ path: '/account', group: 'account', operation: 'readMe', title: (language) => WORDS[language].title },
	],
	serve(app) {
		const taking = { idOf: () => null, show };
		app.get('/account', show);
		app.get('/account/data', ownData);
		takeForm(app, '/account/password', password, { ...taking, to: () => `${SAVED}=password` });
		takeForm(app, '/account/profile', profile, { ...taking, to: () => `${SAVED}=profile` });
		takeForm(app, '/account/address', address, {
			...taking,
			to: () => `${ACCOUNT}?asked`,
			guard: proofOfAddress,
		});
		takeForm(app, '/account/notices', notices, { ...taking, to: () => `${SAVED}=notices` });
		takeFormOnce(app, '/account/sessions/end-others', endingOthers, {
			...taking,
			to: () => `${SAVED}=devices`,
			once: (c, found) => ended(c, found, `${SAVED}=devices`),
		});
		takeFormOnce(app, '/account/sessions/:sessionId/end', ending, {
			...taking,
			to: () => `${SAVED}=device`,
			once: (c, found) => ended(c, found, `${SAVED}=device`),
		});
		takeRequest(app, { show, guard: proofOfAddress });
		takeReceiptAddress(app);
		takeSecondFactor(app, show);
		takeDevices(app);
	},
};

/** Everything about the reader as one file, which is written while it is read. Only employees have one. */
async function ownData(c: Context): Promise<Response> {
	const id = c.var.visitor?.employeeId;
	if (id == null) throw notFound('page');
	const buckets = { receipts: c.env.RECEIPTS, history: c.env.HISTORY };
	return answerZip(asApi(c), `employee-${id}.zip`, await exportEmployee(c.var.call, buckets, id));
}

async function show(c: Context): Promise<Response> {
	const call = reading(c);
	const [me, factor, sessions, choices, receipts, request] = await Promise.all([
		readMe(call),
		readSecondFactor(call),
		listSessions(call, '', MAX_SESSIONS),
		readNotices(call),
		ownReceiptAddress(c, call),
		ownRequest(call),
	]);
	const words = WORDS[c.var.language];
	const { visitor } = c.var;
	const isDue = visitor !== undefined && isSetUpDue(visitor, c.env.PLATFORM_SECOND_FACTOR);
	return titledPage(
		c,
		{ title: words.title, above: visitor?.email },
		<>
			<Done />
			{c.req.query('asked') !== undefined && <Note mood="good">{words.asked}</Note>}
			{isDue && <Note>{words.demanded}</Note>}
			<div class="columns">
				<div>
					{request !== null && <Request change={request} />}
					<Person me={me} factor={factor} />
					<Panel title={words.secondFactor}>
						<SecondFactor factor={factor} />
					</Panel>
					<Panel title={words.password}>
						<FormFor of={password} to={`${ACCOUNT}/password`} save={words.change}>
							<Fields of={password} />
							<p class="hint">{words.changeHint}</p>
						</FormFor>
					</Panel>
				</div>
				<div>
					{receipts !== undefined && <ReceiptsByMail of={receipts} />}
					{sessions.length > 0 && <Sessions sessions={sessions} />}
					<Panel title={words.notices}>
						<FormFor of={notices} to={`${ACCOUNT}/notices`} record={choices}>
							<Fields of={notices} />
							<p class="hint">{words.noticesHint}</p>
						</FormFor>
						{isPushed(c.env) && (
							<p>
								<ButtonLink to={DEVICES}>{words.push}</ButtonLink>
							</p>
						)}
					</Panel>
					{visitor?.employeeId != null && (
						<Panel title={words.data}>
							<p>{words.dataHint}</p>
							<Buttons>
								<ButtonLink to={`${ACCOUNT}/data`}>{words.download}</ButtonLink>
							</Buttons>
						</Panel>
					)}
				</div>
			</div>
		</>,
	);
}

/** The forms for name, language and address. A new address must be confirmed with the password or a code, whichever the user has. */
function Person({ me, factor }: { me: RequestingUser; factor: SecondFactorState }) {
	const words = useWords(WORDS);
	const { hasPassword, isSet } = factor;
	const proofs = [...(hasPassword ? (['password'] as const) : []), ...(isSet ? (['code'] as const) : [])];
	const given = {
		password: { id: 'address-password', isOptional: isSet },
		code: { id: 'address-code', isOptional: hasPassword },
	};
	return (
		<>
			<Panel title={words.profile}>
				<FormFor of={profile} to={`${ACCOUNT}/profile`} record={me} />
			</Panel>
			<Panel title={words.address}>
				<FormFor of={address} to={`${ACCOUNT}/address`} given={given} save={words.sendLink}>
					<Fields of={address} only={['email', ...proofs]} />
					{hasPassword && isSet && <p class="hint">{words.either}</p>}
					<p class="hint">{words.addressHint}</p>
				</FormFor>
			</Panel>
		</>
	);
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
	const { say, visitor, words } = useReader(WORDS);
	return (
		<Panel title={words.sessions}>
			<ul class="rows">
				{sessions.map(({ id, device, city, country, dateUsed }) => (
					<li>
						<span>
							{words.device(device ?? UNKNOWN_DEVICE)}{' '}
							<small>{[city, country].filter(Boolean).join(', ')}</small>
							<br />
							<small>{words.lastUsed(say.time(dateUsed))}</small>
						</span>
						{id === visitor?.sessionId ? (
							<Badge mood="good">{words.here}</Badge>
						) : (
							<Form to={`${ACCOUNT}/sessions/${id}/end`}>
								<Submit look="plain">{words.signOut}</Submit>
								<EndForeign />
							</Form>
						)}
					</li>
				))}
			</ul>
			{sessions.length > 1 && (
				<Form to={`${ACCOUNT}/sessions/end-others`}>
					<Submit>{words.endOthers}</Submit>
					<EndForeign />
				</Form>
			)}
		</Panel>
	);
}
