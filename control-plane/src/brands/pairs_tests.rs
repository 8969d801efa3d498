use super::*;
use crate::brands::derive;
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Default, serde::Deserialize)]
struct Vectors {
    names: Vec<String>,
    ratios: BTreeMap<String, BTreeMap<String, Vec<f64>>>,
}

#[test]
fn pairs_and_ratios_match_the_design() {
    let vectors: Vectors =
        serde_json::from_str(include_str!("../../tests/data/brand-pairs.json")).unwrap_or_default();
    assert_eq!((vectors.names.len(), vectors.ratios.len()), (104, 12));
    for (input, themes) in &vectors.ratios {
        let derived = derive(Rgb::parse(input).unwrap_or(Rgb::BLACK));
        let all = all_pairs(&derived);
        for (theme, ours) in [("light", &all[..104]), ("dark", &all[104..])] {
            assert_eq!(ours.len(), themes[theme].len());
            for ((pair, name), expected) in ours.iter().zip(&vectors.names).zip(&themes[theme]) {
                assert_eq!(&pair.name, name);
                let off = (pair.ratio - expected).abs();
                assert!(off < 0.0001, "{input} {theme} {name}: {} and {expected}", pair.ratio);
            }
        }
    }
}

fn failing(rgb: [u8; 3]) -> Vec<Pair> {
    all_pairs(&derive(Rgb(rgb))).into_iter().filter(|pair| !pair.is_sufficient()).collect()
}

#[test]
fn every_pair_passes_for_colours_at_the_edges_of_the_cube() {
    let steps = [0u8, 1, 16, 64, 119, 120, 128, 200, 254, 255];
    for r in steps {
        for g in steps {
            for b in steps {
                assert_eq!(failing([r, g, b]), [], "{}", Rgb([r, g, b]));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn every_pair_passes_for_all_colours(rgb in any::<[u8; 3]>()) {
        prop_assert_eq!(failing(rgb), []);
    }
}
