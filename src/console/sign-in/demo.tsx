import type { Role } from '../../core/actor.ts';
import { BASE, type Context } from '../env.ts';
import { USER_WORDS } from '../users/words.ts';
import { Along, type Way } from './way.tsx';
import { WORDS } from './words.ts';

interface Accounts {
	password: string;
	accounts: { email: string; role: Role; company: string | null }[];
}

/** The demo accounts that a local start offers; null elsewhere. */
function accountsOf(c: Context): Accounts | null {
	const { DEMO_ACCOUNTS } = c.env;
	const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(c.req.url).hostname);
	return DEMO_ACCOUNTS === undefined || !isLocal ? null : (JSON.parse(DEMO_ACCOUNTS) as Accounts);
}

/** Signs in with one click. */
export function Demo({ c, way }: { c: Context; way: Way }) {
	const words = WORDS[c.var.language];
	const demo = accountsOf(c);
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
							{USER_WORDS[c.var.language].roleNames[role]}
							{company === null ? '' : ` · ${company}`}
						</small>
					</li>
				))}
			</ul>
		</section>
	);
}
