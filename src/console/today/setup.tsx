import { type Setup as Done, SETUP_STEPS, type SetupStep } from '../../overview/setup/rules.ts';
import { BASE } from '../env.ts';
import { useWords } from '../page.tsx';
import { Badge, Panel } from '../parts.tsx';
import { addressOf } from '../people/search.ts';
import { WORDS } from './setup-words.ts';

/** What a new company has to do before its first month can be paid, each step with the way to it. */
export function Setup({ companyId, done }: { companyId: string; done: Done }) {
	const words = useWords(WORDS);
	const ways: Record<SetupStep, string> = {
		PEOPLE: addressOf(companyId),
		BUDGET: addressOf(companyId, '', { missing: 'BUDGET' }),
		VERIFIER: `${BASE}/company/users?company=${companyId}`,
		WAGE_TYPES: `${BASE}/company/office?company=${companyId}`,
		INVITATION: addressOf(companyId, '', { state: 'CREATED' }),
	};
	return (
		<Panel title={words.title}>
			<ol class="rows">
				{SETUP_STEPS.map((step) => (
					<li>
						{done[step] ? words.steps[step] : <a href={ways[step]}>{words.steps[step]}</a>}
						{done[step] && <Badge mood="good">{words.done}</Badge>}
					</li>
				))}
			</ol>
			<p class="hint">{words.why}</p>
		</Panel>
	);
}
