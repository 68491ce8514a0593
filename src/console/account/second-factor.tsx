import { raw } from 'hono/html';
import { renderSVG } from 'uqr';
import type { Call } from '../../foundation/db/call.ts';
import {
	confirmOwnSecondFactor,
	removeOwnSecondFactor,
	renewRecoveryCodes,
	setUpSecondFactor,
} from '../../tenants/auth/second-factor/actions.ts';
import {
	confirmSecondFactorRoute,
	removeSecondFactorRoute,
	setUpSecondFactorRoute,
} from '../../tenants/auth/second-factor/contract.ts';
import type { Codes, SecondFactorState, SetUp } from '../../tenants/auth/second-factor/rules.ts';
import type { App, Context } from '../env.ts';
import { Buttons, Form, formPage, Submit, sentTo } from '../form.tsx';
import { Fields, form, OneField, readFields } from '../forms.tsx';
import { optional, secret, text } from '../kinds.tsx';
import { titledPage, useReader } from '../page.tsx';
import { MainLink, Panel } from '../parts.tsx';
import { changed, checked, shownOnce, takePost } from '../submit.ts';
import { takeFormOnce } from '../taking.ts';
import { textIn } from '../typed.ts';
import { ACCOUNT, WORDS } from './words.ts';

const FACTOR = `${ACCOUNT}/second-factor`;

const password = optional(secret('current-password'));
const code = { ...text({ autocomplete: 'one-time-code' }), whenEmpty: undefined };

const setUp = form({
	words: WORDS,
	fields: { password },
	contract: setUpSecondFactorRoute,
	attempt: (call, _: null, body) => setUpSecondFactor(call, body.password),
});
const confirmation = form({
	words: WORDS,
	fields: {
		code: { ...text({ autocomplete: 'one-time-code', inputmode: 'numeric' }), whenEmpty: undefined },
	},
	contract: confirmSecondFactorRoute,
	attempt: (call, _: null, body) => confirmOwnSecondFactor(call, body.code),
});
/** The forms that remove the second factor and replace its recovery codes. */
const proof = { words: WORDS, fields: { password, code } };

export function takeSecondFactor(app: App, show: (c: Context) => Promise<Response>): void {
	const shared = { idOf: () => null, to: () => ACCOUNT };
	takeFormOnce(app, '/account/second-factor', setUp, { ...shared, show, once: confirmPage });
	takeFormOnce(app, '/account/second-factor/confirm', confirmation, {
		...shared,
		show: (c) => confirmPage(c, null),
		once: codesPage,
	});
	takePost(app, '/account/second-factor/change', changeFactor, show);
}

async function changeFactor(c: Context, typed: FormData): Promise<Response> {
	const given = checked(removeSecondFactorRoute, readFields(proof.fields, typed));
	if (textIn(typed, 'action') === 'removal')
		return changed(c, {
			attempt: (call) => removeOwnSecondFactor(call, given),
			to: () => `${ACCOUNT}?saved=factor`,
		});
	const change = { attempt: (call: Call) => renewRecoveryCodes(call, given), to: ACCOUNT };
	return shownOnce(c, change, (codes) => codesPage(c, codes));
}

/** The form that sets up the second factor, or the one that changes it. Each also shows what was refused in the other one. */
export function SecondFactor({ factor }: { factor: SecondFactorState }) {
	const { c, say, words } = useReader(WORDS);
	const state = c.req.path.startsWith(FACTOR) ? sentTo(c, c.req.path) : {};
	const own = factor.hasPassword && (
		<OneField
			of={proof}
			name="password"
			id="factor-password"
			label={words.currentPassword}
			isOptional={false}
		/>
	);
	return (
		<Form to={factor.isSet ? `${FACTOR}/change` : FACTOR} state={state}>
			<p>
				{factor.isSet
					? words.factorOn(say.day(factor.dateConfirmed ?? c.var.now), factor.recoveryCodesLeft)
					: words.factorOff}
			</p>
			{own}
			{factor.isSet && <OneField of={proof} name="code" />}
			<Buttons>
				{factor.isSet ? (
					<>
						<button type="submit" name="action" value="codes">
							{words.renew}
						</button>
						<button type="submit" name="action" value="removal" class="danger">
							{words.remove}
						</button>
					</>
				) : (
					<Submit>{words.setUp}</Submit>
				)}
			</Buttons>
		</Form>
	);
}

/** Shows the key of an authenticator app, and asks for its first code. */
function confirmPage(c: Context, made: SetUp | null) {
	const words = WORDS[c.var.language];
	const lead = made?.uri != null && (
		<Panel>
			<p>{words.scan}</p>
			<div class="qr" role="img" aria-label={words.picture}>
				{raw(renderSVG(made.uri, { ecc: 'M', border: 4 }))}
			</div>
			<p>
				{words.key}: <code>{made.secret}</code>
			</p>
		</Panel>
	);
	const props = { title: words.secondFactor, lead, to: `${FACTOR}/confirm`, button: words.confirm };
	return formPage(c, props, <Fields of={confirmation} />);
}

function codesPage(c: Context, { recoveryCodes }: Codes) {
	const words = WORDS[c.var.language];
	return titledPage(
		c,
		{ title: words.codes, isNarrow: true },
		<>
			<Panel>
				<p>{words.codesHint}</p>
				<ul>
					{recoveryCodes?.map((one) => (
						<li>
							<code>{one}</code>
						</li>
					))}
				</ul>
			</Panel>
			<p>
				<MainLink to={ACCOUNT}>{words.goOn}</MainLink>
			</p>
		</>,
	);
}
