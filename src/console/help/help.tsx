import type { Language } from '../../core/language.ts';
import { BASE } from '../env.ts';
import { explained, type Term } from './glossary.ts';

/** Explains the words of the page at a path; nothing where there are none to explain. */
export function Help({ path, language, title }: { path: string; language: Language; title: string }) {
	const terms = termsOf(path);
	if (terms.length === 0) return null;
	return (
		<details class="help">
			<summary>{title}</summary>
			<dl>
				{terms.map((term) => {
					const { word, meaning } = explained(term, language);
					return (
						<div>
							<dt>{word}</dt>
							<dd>{meaning}</dd>
						</div>
					);
				})}
			</dl>
		</details>
	);
}

/** The words that pages use and a newcomer may not know, by the beginning of their addresses. */
const TERMS: Record<string, readonly Term[]> = {
	'/today': ['cutOff', 'queue', 'invitation', 'flexAccess', 'obstacle', 'wageType'],
	'/people': ['costCentre', 'invitation', 'flexAccess', 'closeUser'],
	'/people/': [
		'flexAccess',
		'module',
		'carryOver',
		'template',
		'goodies',
		'plannedVoucher',
		'defaultAccess',
		'pause',
		'termination',
		'cutOff',
		'invitation',
	],
	'/people/import': ['costCentre', 'invitation', 'flexAccess'],
	'/verify': ['queue', 'deadline', 'cutOff', 'duplicate', 'sendBack', 'module'],
	'/payroll': [
		'cutOff',
		'payrollRun',
		'obstacle',
		'heldOver',
		'correction',
		'wageType',
		'costCentre',
		'module',
	],
	'/templates': ['template', 'flexAccess', 'module'],
	'/company': ['cutOff', 'submissionDay', 'module'],
	'/company/office': ['wageType', 'costCentre', 'module', 'goodies', 'obstacle', 'heldOver', 'payrollRun'],
	'/company/users': ['invitation', 'closeUser', 'secondFactor', 'apiKey'],
	'/company/sign-in': ['singleSignOn', 'secondFactor', 'termination'],
	'/company/keys': ['apiKey', 'scim'],
	'/company/mails': ['invitation'],
	'/company/access': ['event', 'export'],
	'/company/data': ['termination', 'retention', 'export'],
	'/platform': ['invitation', 'closeUser', 'apiKey', 'queue'],
	'/calendar': ['cutOff', 'carryOver', 'plannedVoucher', 'calendarAddress'],
	'/history': ['event', 'flexAccess', 'defaultAccess', 'plannedVoucher', 'payrollRun'],
	'/benefits': ['flexAccess', 'module', 'carryOver', 'goodies', 'cutOff', 'submissionDay', 'sendBack'],
	'/account': ['secondFactor', 'device', 'export'],
};

/** Returns the terms that the page at a path explains. The longest matching path counts. */
export function termsOf(path: string): readonly Term[] {
	const [longest] = Object.keys(TERMS)
		.filter((beginning) => path.startsWith(BASE + beginning))
		.sort((a, b) => b.length - a.length);
	return TERMS[longest ?? ''] ?? [];
}
