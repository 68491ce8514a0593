import type { PropsWithChildren } from 'hono/jsx';
import type { ApiKey } from '../../auth/keys/actions.ts';
import { useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { WORDS } from './words.ts';

interface MadeKeyProps {
	title: string;
	made: ApiKey;
	/** Where all keys are. */
	to: string;
}

/** The key that was made, this once. */
export function MadeKey({ title, made, to, children }: PropsWithChildren<MadeKeyProps>) {
	const words = useWords(WORDS);
	return (
		<Panel title={title}>
			<p>{words.shownOnce}</p>
			<p>
				<code class="secret">{made.key}</code>
			</p>
			{children}
			<p>
				<a class="button main" href={to}>
					{words.kept}
				</a>
			</p>
		</Panel>
	);
}
