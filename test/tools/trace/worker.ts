import { createApp } from '../../../src/app.ts';
import { consoleRoutes } from '../../../src/console/routes.tsx';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { PRESENT } from '../bench/seed.ts';
import { recording } from './entered.ts';

const product = createApp(() => PRESENT, consoleRoutes);

/** The product with a fixed clock. `/trace` returns the functions that the request before it entered. */
export default {
	async fetch(request, { MAIL_QUEUE: _, ...env }, context) {
		if (new URL(request.url).pathname === '/trace') return Response.json(recording.functions);
		recording.functions = [];
		recording.isOn = true;
		try {
			const response = await product.fetch(request, env, context);
			return new Response(await response.arrayBuffer(), response);
		} finally {
			recording.isOn = false;
		}
	},
} satisfies ExportedHandler<Bindings>;

export { Cell } from '../bench/no-cell.ts';
