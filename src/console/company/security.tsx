import type { Standing } from '../../auth/second-factor/store.ts';
import { toWire as companyToWire } from '../../companies/contract.ts';
import type { Company } from '../../companies/store.ts';
import { Tick } from '../choice.tsx';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { useWords } from '../page.tsx';
import { Facts, Panel } from '../parts.tsx';
import { tagOf } from '../submit.ts';
import { addressOf } from './frame.tsx';
import { WORDS as SIGN_IN_WORDS } from './sign-in-words.ts';
import { WORDS } from './words.ts';

interface SecurityProps {
	company: Company;
	standing: Standing;
	state: Refused;
}

/** What else the company demands of a sign-in. */
export function Security({ company, standing, state }: SecurityProps) {
	const words = useWords(SIGN_IN_WORDS);
	return (
		<Panel title={words.security}>
			<Form
				to={addressOf(company.id, '/sign-in/security')}
				state={state}
				etag={tagOf(companyToWire(company))}
			>
				<Tick
					name="secondFactorRequired"
					label={words.factor}
					hint={words.factorHint}
					isOn={company.secondFactorRequired}
				/>
				<WhoLacksFactor standing={standing} />
				<Field
					name="leaverAccessDays"
					label={words.leavers}
					hint={words.leaversHint}
					value={String(company.leaverAccessDays)}
					inputmode="numeric"
					unreadable={words.days}
				/>
				<Buttons>
					<button type="submit" class="main">
						{useWords(WORDS).save}
					</button>
				</Buttons>
			</Form>
		</Panel>
	);
}

/** Whom a demand for a second factor concerns, before it is switched on or off. */
function WhoLacksFactor({ standing }: { standing: Standing }) {
	const words = useWords(SIGN_IN_WORDS);
	const { administrators, administratorsWithout, verifiers, verifiersWithout, isFactorDemanded } = standing;
	return (
		<>
			<Facts
				rows={[
					[words.administratorsWithout, words.ofAll(administratorsWithout, administrators)],
					[words.verifiersWithout, words.ofAll(verifiersWithout, verifiers)],
				]}
			/>
			<p class="hint">{isFactorDemanded ? words.demanded : words.notDemanded}</p>
		</>
	);
}
