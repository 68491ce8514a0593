import { BYTE_ORDER_MARK } from '../../core/csv.ts';
import { addMonths } from '../../core/instant.ts';
import type { Refusal } from '../../core/refusals.ts';
import { exampleOf } from '../../payroll/settings/rules.ts';
import type { PayrollSettings } from '../../payroll/settings/store.ts';
import { useReader, useWords } from '../page.tsx';
import { Preview } from '../parts.tsx';
import { addressOf } from './frame.tsx';
import { WORDS } from './office-words.ts';

interface ExampleProps {
	settings: PayrollSettings;
	/** Why there is no such file. */
	refusal: Refusal | undefined;
}

/** A file as the settings make it, of people whom nobody knows, and what it could not carry. */
export function Example({ settings, refusal }: ExampleProps) {
	const { c } = useReader();
	const words = useWords(WORDS);
	if (refusal !== undefined) return <Preview refusal={refusal} />;
	const { content, lacking } = exampleOf(settings, addMonths(c.var.now, -1));
	const names = lacking.map((key) => words.paid[key]).join(', ');
	return (
		<Preview>
			<p>{words.exampleHint}</p>
			{content === null ? (
				<p class="fault">{words.noOffice}</p>
			) : (
				<section class="table" tabindex={0} aria-label={words.example}>
					<pre class="file">{content.replace(BYTE_ORDER_MARK, '').trimEnd()}</pre>
				</section>
			)}
			{lacking.length > 0 && <p>{words.lacking(names)}</p>}
			{settings.format === 'datev-lug' && (
				<p>
					<a href={addressOf(settings.companyId, '/office/profile')}>{words.profile}</a>
				</p>
			)}
		</Preview>
	);
}
