"""Reads metrics from standard input, and fails unless they are strict OpenMetrics with all families that the alerts and the dashboard use."""

import json
import re
import sys
from pathlib import Path

from prometheus_client.openmetrics.parser import text_string_to_metric_families

examples = Path(__file__).parent.parent / "examples" / "monitoring"
samples = [
    sample.name
    for family in text_string_to_metric_families(sys.stdin.read())
    for sample in family.samples
]
dashboard = json.loads((examples / "dashboard.json").read_text())
expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
wanted = set(re.findall(r"\bzubrot_\w+", " ".join([*expressions, (examples / "alerts.yml").read_text()])))
# A new service has sent no mail and no webhook.
missing = wanted - set(samples) - {"zubrot_mails", "zubrot_webhook_deliveries", "zubrot_message_attempts_total"}
if missing:
    sys.exit(f"Missing: {', '.join(sorted(missing))}")
print(f"metrics: {len(samples)} samples, all {len(wanted)} metrics of the examples")
