import { wakeForMails } from '../../foundation/http/mail.ts';
import { openProofLink, proveAddress } from '../../tenants/auth/proofs/actions.ts';
import { proveAddressRoute } from '../../tenants/auth/proofs/contract.ts';
import { type App, asApi, BASE, type Context } from '../env.ts';
import { Fields, readFields } from '../forms.tsx';
import { optional, secret, text } from '../kinds.tsx';
import { checked } from '../submit.ts';
import { askToken, CHOSEN, ToSignIn } from './link-pages.tsx';
import { takeLink } from './links.ts';
import { ask } from './pages.tsx';
import { gateAt } from './routes.ts';
import { WORDS } from './words.ts';

/** The password or a code of the second factor, which show that the reader of the mailbox has registered. */
const CONSENT = {
	password: optional(secret('current-password', 255)),
	code: optional(text({ autocomplete: 'one-time-code', maxlength: 50 })),
};

const PATH = '/own-address';

/** The page of a link that proves the present address of an account. */
export function serveOwnAddress(app: App): void {
	const open = async (c: Context, token: string) => ({
		email: await openProofLink(await gateAt(c, 'address '), token),
	});
	const set = async (c: Context, typed: FormData) => {
		const given = checked(proveAddressRoute, readFields({ token: CHOSEN.token, ...CONSENT }, typed));
		const { token, password = null, code = null } = given;
		wakeForMails(asApi(c), await proveAddress(await gateAt(c, 'address '), { token, password, code }));
		return c.redirect(`${BASE}/sign-in?proven`, 303);
	};
	takeLink(app, PATH, set, askProof, open);
}

function askProof(c: Context) {
	const { title, hint, button } = WORDS[c.var.language].ownAddress;
	const form = { title, to: PATH, others: <ToSignIn c={c} /> };
	const fields = <Fields of={{ words: WORDS, fields: CONSENT }} only={['password', 'code']} />;
	return askToken(c, form, ({ token, email }) =>
		ask(c, { ...form, above: email, lead: <p>{hint}</p>, fields, button, hidden: { token, email } }),
	);
}
