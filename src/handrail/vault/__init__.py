"""Secrets: where they come from, and what keeps their values out of everything that is shown.

A model sees their names. `handrail.policy.rules.secrets` says where they may go; `Vault.mask` takes their echoes out of
whatever pages say.
"""

from handrail.vault.mask import Mask
from handrail.vault.secret import GivenValue, Secret, parse_secret
from handrail.vault.structure import MaskedSnapshot
from handrail.vault.vault import Vault, describe_secrets

__all__ = ["GivenValue", "Mask", "MaskedSnapshot", "Secret", "Vault", "describe_secrets", "parse_secret"]
