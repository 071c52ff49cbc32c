#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace shoal::voxel {

enum class Activation { tanh, sigmoid, relu, sin, sign, identity };

/// Where networks have biases, and how their weights are ordered (docs/models/voxel-controllers.md).
///   input_bias  one bias, at the input; weights layer by layer, source by source (the bias last), target by target
///   every_bias  a bias in every layer; weights layer by layer, target by target, the bias first; inputs are activated too
enum class PerceptronRule { input_bias, every_bias };

/// Throws Error for another name.
[[nodiscard]] Activation activation_named(std::string_view name);
[[nodiscard]] PerceptronRule rule_named(std::string_view name);

/// Weights of a network with layers of these sizes, inputs first.
[[nodiscard]] std::size_t weight_count(std::span<const int> layers, PerceptronRule rule);

/// A fully connected network. Evaluating it allocates nothing.
class Perceptron {
public:
    Perceptron() = default;
    /// Throws Error unless there are weight_count() weights.
    Perceptron(std::vector<int> layers, std::span<const double> weights, Activation activation,
               PerceptronRule rule);

    [[nodiscard]] std::size_t inputs() const { return static_cast<std::size_t>(layers_.front()); }
    [[nodiscard]] std::size_t outputs() const { return static_cast<std::size_t>(layers_.back()); }
    /// The outputs, valid until the next call.
    std::span<const double> evaluate(std::span<const double> inputs);

private:
    std::vector<int> layers_;
    std::vector<double>
        weights_;  // layer by layer: the biases, then source by source the weights to each target
    std::vector<double> now_, next_;
    Activation activation_ = Activation::tanh;
    PerceptronRule rule_ = PerceptronRule::input_bias;
};

}  // namespace shoal::voxel
